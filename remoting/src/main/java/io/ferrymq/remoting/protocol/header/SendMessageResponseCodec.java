package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.FieldName;
import io.ferrymq.remoting.codec.FieldWriter;
import io.ferrymq.remoting.codec.HeaderCodec;
import io.ferrymq.remoting.codec.HeaderException;
import io.ferrymq.remoting.codec.HeaderFields;

/** The answer to a send, written on the way of every message. */
public final class SendMessageResponseCodec implements HeaderCodec<SendMessageResponseHeader> {
    public static final SendMessageResponseCodec INSTANCE = new SendMessageResponseCodec();

    private static final FieldName MSG_ID = FieldName.of("msgId");
    private static final FieldName QUEUE_ID = FieldName.of("queueId");
    private static final FieldName QUEUE_OFFSET = FieldName.of("queueOffset");
    private static final FieldName TRANSACTION_ID = FieldName.of("transactionId");
    private static final FieldName BATCH_UNIQ_ID = FieldName.of("batchUniqId");
    private static final FieldName RECALL_HANDLE = FieldName.of("recallHandle");
    private static final FieldName MSG_REGION = FieldName.of("MSG_REGION");
    private static final FieldName TRACE_ON = FieldName.of("TRACE_ON");

    /** In the order in which most brokers send most of them. */
    private static final FieldName[] NAMES = {
        MSG_ID, QUEUE_ID, QUEUE_OFFSET, MSG_REGION, TRACE_ON, TRANSACTION_ID, BATCH_UNIQ_ID, RECALL_HANDLE
    };

    private SendMessageResponseCodec() {}

    @Override
    public SendMessageResponseHeader decode(HeaderFields fields) {
        String msgId = null;
        Integer queueId = null;
        Long queueOffset = null;
        String transactionId = null;
        String batchUniqId = null;
        String recallHandle = null;
        String msgRegion = null;
        Boolean traceOn = null;
        int expected = 0;
        fields.rewind();
        while (fields.next()) {
            int field = fields.indexOf(NAMES, expected);
            expected = field + 1;
            switch (field) {
                case 0 -> msgId = fields.uniqueStringValue();
                case 1 -> queueId = fields.intValue();
                case 2 -> queueOffset = fields.longValue();
                case 3 -> msgRegion = fields.stringValue();
                case 4 -> traceOn = fields.booleanValue();
                case 5 -> transactionId = fields.uniqueStringValue();
                case 6 -> batchUniqId = fields.uniqueStringValue();
                case 7 -> recallHandle = fields.uniqueStringValue();
                default -> {}
            }
        }
        require(msgId, MSG_ID);
        require(queueId, QUEUE_ID);
        require(queueOffset, QUEUE_OFFSET);
        return new SendMessageResponseHeader(
                msgId, queueId, queueOffset, transactionId, batchUniqId, recallHandle, msgRegion, traceOn);
    }

    private static void require(Object value, FieldName name) {
        if (value == null) {
            throw new HeaderException("required header field '" + name + "' of the answer to a send is missing");
        }
    }

    @Override
    public void encode(SendMessageResponseHeader header, FieldWriter out) {
        out.put(MSG_ID, header.msgId());
        out.put(QUEUE_ID, header.queueId());
        out.put(QUEUE_OFFSET, header.queueOffset());
        out.put(TRANSACTION_ID, header.transactionId());
        out.put(BATCH_UNIQ_ID, header.batchUniqId());
        out.put(RECALL_HANDLE, header.recallHandle());
        out.put(MSG_REGION, header.msgRegion());
        if (header.traceOn() != null) {
            out.put(TRACE_ON, header.traceOn());
        }
    }
}
