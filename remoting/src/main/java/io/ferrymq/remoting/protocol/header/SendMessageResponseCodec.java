package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.FieldName;
import io.ferrymq.remoting.codec.FieldWriter;
import io.ferrymq.remoting.codec.HeaderCodec;
import io.ferrymq.remoting.codec.HeaderFields;
import io.ferrymq.remoting.codec.RecordCodec;

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

    private SendMessageResponseCodec() {}

    @Override
    public SendMessageResponseHeader decode(HeaderFields fields) {
        return RecordCodec.of(SendMessageResponseHeader.class).decode(fields);
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
