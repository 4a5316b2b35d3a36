package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.FieldName;
import io.ferrymq.remoting.codec.FieldWriter;
import io.ferrymq.remoting.codec.HeaderCodec;
import io.ferrymq.remoting.codec.HeaderException;
import io.ferrymq.remoting.codec.HeaderFields;

/** The answer to a pull, written on the way of every batch of messages. */
public final class PullMessageResponseCodec implements HeaderCodec<PullMessageResponseHeader> {
    public static final PullMessageResponseCodec INSTANCE = new PullMessageResponseCodec();

    private static final FieldName[] NAMES = {
        FieldName.of("suggestWhichBrokerId"),
        FieldName.of("nextBeginOffset"),
        FieldName.of("minOffset"),
        FieldName.of("maxOffset"),
        FieldName.of("offsetDelta"),
        FieldName.of("topicSysFlag"),
        FieldName.of("groupSysFlag"),
        FieldName.of("forbiddenType"),
        FieldName.of("ferrymqPosition")
    };
    private static final int REQUIRED = 0b1111;

    private PullMessageResponseCodec() {}

    @Override
    public PullMessageResponseHeader decode(HeaderFields fields) {
        long suggestWhichBrokerId = 0;
        long nextBeginOffset = 0;
        long minOffset = 0;
        long maxOffset = 0;
        Long offsetDelta = null;
        Integer topicSysFlag = null;
        Integer groupSysFlag = null;
        Integer forbiddenType = null;
        Long ferrymqPosition = null;
        int seen = 0;
        int expected = 0;
        fields.rewind();
        while (fields.next()) {
            int field = fields.indexOf(NAMES, expected);
            if (field < 0) {
                continue;
            }
            seen |= 1 << field;
            expected = field + 1;
            switch (field) {
                case 0 -> suggestWhichBrokerId = fields.longValue();
                case 1 -> nextBeginOffset = fields.longValue();
                case 2 -> minOffset = fields.longValue();
                case 3 -> maxOffset = fields.longValue();
                case 4 -> offsetDelta = fields.longValue();
                case 5 -> topicSysFlag = fields.intValue();
                case 6 -> groupSysFlag = fields.intValue();
                case 7 -> forbiddenType = fields.intValue();
                default -> ferrymqPosition = fields.longValue();
            }
        }
        if ((seen & REQUIRED) != REQUIRED) {
            throw new HeaderException("required header field '" + NAMES[Integer.numberOfTrailingZeros(~seen)]
                    + "' of the answer to a pull is missing");
        }
        return new PullMessageResponseHeader(
                suggestWhichBrokerId,
                nextBeginOffset,
                minOffset,
                maxOffset,
                offsetDelta,
                topicSysFlag,
                groupSysFlag,
                forbiddenType,
                ferrymqPosition);
    }

    @Override
    public void encode(PullMessageResponseHeader header, FieldWriter out) {
        out.put(NAMES[0], header.suggestWhichBrokerId());
        out.put(NAMES[1], header.nextBeginOffset());
        out.put(NAMES[2], header.minOffset());
        out.put(NAMES[3], header.maxOffset());
        putIfPresent(out, NAMES[4], header.offsetDelta());
        putIfPresent(out, NAMES[5], header.topicSysFlag());
        putIfPresent(out, NAMES[6], header.groupSysFlag());
        putIfPresent(out, NAMES[7], header.forbiddenType());
        putIfPresent(out, NAMES[8], header.ferrymqPosition());
    }

    private static void putIfPresent(FieldWriter out, FieldName name, Number value) {
        if (value != null) {
            out.put(name, value.longValue());
        }
    }
}
