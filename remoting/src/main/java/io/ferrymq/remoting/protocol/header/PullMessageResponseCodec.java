package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.FieldName;
import io.ferrymq.remoting.codec.FieldWriter;
import io.ferrymq.remoting.codec.HeaderCodec;
import io.ferrymq.remoting.codec.HeaderFields;
import io.ferrymq.remoting.codec.RecordCodec;

/** The answer to a pull, written on the way of every batch of messages. */
public final class PullMessageResponseCodec implements HeaderCodec<PullMessageResponseHeader> {
    public static final PullMessageResponseCodec INSTANCE = new PullMessageResponseCodec();

    private static final FieldName SUGGEST_WHICH_BROKER_ID = FieldName.of("suggestWhichBrokerId");
    private static final FieldName NEXT_BEGIN_OFFSET = FieldName.of("nextBeginOffset");
    private static final FieldName MIN_OFFSET = FieldName.of("minOffset");
    private static final FieldName MAX_OFFSET = FieldName.of("maxOffset");
    private static final FieldName OFFSET_DELTA = FieldName.of("offsetDelta");
    private static final FieldName TOPIC_SYS_FLAG = FieldName.of("topicSysFlag");
    private static final FieldName GROUP_SYS_FLAG = FieldName.of("groupSysFlag");
    private static final FieldName FORBIDDEN_TYPE = FieldName.of("forbiddenType");

    private PullMessageResponseCodec() {}

    @Override
    public PullMessageResponseHeader decode(HeaderFields fields) {
        return RecordCodec.of(PullMessageResponseHeader.class).decode(fields);
    }

    @Override
    public void encode(PullMessageResponseHeader header, FieldWriter out) {
        out.put(SUGGEST_WHICH_BROKER_ID, header.suggestWhichBrokerId());
        out.put(NEXT_BEGIN_OFFSET, header.nextBeginOffset());
        out.put(MIN_OFFSET, header.minOffset());
        out.put(MAX_OFFSET, header.maxOffset());
        putIfPresent(out, OFFSET_DELTA, header.offsetDelta());
        putIfPresent(out, TOPIC_SYS_FLAG, header.topicSysFlag());
        putIfPresent(out, GROUP_SYS_FLAG, header.groupSysFlag());
        putIfPresent(out, FORBIDDEN_TYPE, header.forbiddenType());
    }

    private static void putIfPresent(FieldWriter out, FieldName name, Number value) {
        if (value != null) {
            out.put(name, value.longValue());
        }
    }
}
