package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.FieldName;
import io.ferrymq.remoting.codec.FieldWriter;
import io.ferrymq.remoting.codec.HeaderCodec;
import io.ferrymq.remoting.codec.HeaderException;
import io.ferrymq.remoting.codec.HeaderFields;

/** The header of a pull, read on the way of every batch of messages. Fields come in the order of the record from most senders. */
public final class PullMessageCodec implements HeaderCodec<PullMessageRequestHeader> {
    public static final PullMessageCodec INSTANCE = new PullMessageCodec();

    private static final FieldName[] NAMES = {
        FieldName.of("consumerGroup"),
        FieldName.of("topic"),
        FieldName.of("queueId"),
        FieldName.of("queueOffset"),
        FieldName.of("maxMsgNums"),
        FieldName.of("sysFlag"),
        FieldName.of("commitOffset"),
        FieldName.of("suspendTimeoutMillis"),
        FieldName.of("subVersion"),
        FieldName.of("subscription"),
        FieldName.of("expressionType"),
        FieldName.of("maxMsgBytes"),
        FieldName.of("requestSource"),
        FieldName.of("proxyFrowardClientId"),
        FieldName.of("bname")
    };
    private static final int REQUIRED = 0b1_1111_1111;

    private PullMessageCodec() {}

    // Long, but flat: one line a field. Values stay in locals, so that a pull allocates nothing but its header.
    @Override
    public PullMessageRequestHeader decode(HeaderFields fields) {
        String group = null;
        String topic = null;
        int queueId = 0;
        long queueOffset = 0;
        int maxMsgNums = 0;
        int sysFlag = 0;
        long commitOffset = 0;
        long suspendTimeoutMillis = 0;
        long subVersion = 0;
        String subscription = null;
        String expressionType = null;
        Integer maxMsgBytes = null;
        Integer requestSource = null;
        String proxyFrowardClientId = null;
        String bname = null;
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
                case 0 -> group = fields.stringValue();
                case 1 -> topic = fields.stringValue();
                case 2 -> queueId = fields.intValue();
                case 3 -> queueOffset = fields.longValue();
                case 4 -> maxMsgNums = fields.intValue();
                case 5 -> sysFlag = fields.intValue();
                case 6 -> commitOffset = fields.longValue();
                case 7 -> suspendTimeoutMillis = fields.longValue();
                case 8 -> subVersion = fields.longValue();
                case 9 -> subscription = fields.stringValue();
                case 10 -> expressionType = fields.stringValue();
                case 11 -> maxMsgBytes = fields.intValue();
                case 12 -> requestSource = fields.intValue();
                case 13 -> proxyFrowardClientId = fields.stringValue();
                default -> bname = fields.stringValue();
            }
        }
        if ((seen & REQUIRED) != REQUIRED) {
            throw new HeaderException(
                    "required header field '" + NAMES[Integer.numberOfTrailingZeros(~seen)] + "' of a pull is missing");
        }
        return new PullMessageRequestHeader(
                group,
                topic,
                queueId,
                queueOffset,
                maxMsgNums,
                sysFlag,
                commitOffset,
                suspendTimeoutMillis,
                subscription,
                subVersion,
                expressionType,
                maxMsgBytes,
                requestSource,
                proxyFrowardClientId,
                bname);
    }

    @Override
    public void encode(PullMessageRequestHeader header, FieldWriter out) {
        out.put(NAMES[0], header.consumerGroup());
        out.put(NAMES[1], header.topic());
        out.put(NAMES[2], header.queueId());
        out.put(NAMES[3], header.queueOffset());
        out.put(NAMES[4], header.maxMsgNums());
        out.put(NAMES[5], header.sysFlag());
        out.put(NAMES[6], header.commitOffset());
        out.put(NAMES[7], header.suspendTimeoutMillis());
        out.put(NAMES[8], header.subVersion());
        out.put(NAMES[9], header.subscription());
        out.put(NAMES[10], header.expressionType());
        putIfPresent(out, NAMES[11], header.maxMsgBytes());
        putIfPresent(out, NAMES[12], header.requestSource());
        out.put(NAMES[13], header.proxyFrowardClientId());
        out.put(NAMES[14], header.bname());
    }

    @Override
    public boolean prefersBinary() {
        return true;
    }

    private static void putIfPresent(FieldWriter out, FieldName name, Integer value) {
        if (value != null) {
            out.put(name, value.longValue());
        }
    }
}
