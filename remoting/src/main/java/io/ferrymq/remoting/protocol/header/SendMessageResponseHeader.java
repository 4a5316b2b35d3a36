package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.ExtName;
import io.ferrymq.remoting.codec.Optional;

/**
 * Where a message was stored: answer to the send requests with codes 0, 10, 11 and 12. Official clients read region and trace switch
 * without looking whether there are any fields at all.
 *
 * @param msgId offset message id; for a batch one per message, separated by commas
 * @param queueOffset the first one of a batch
 * @param transactionId the unique key of the message
 * @param batchUniqId only when a batch was stored as one message
 * @param recallHandle only for timer messages
 * @param traceOn anything but false lets the client trace
 */
public record SendMessageResponseHeader(
        String msgId,
        int queueId,
        long queueOffset,
        @Optional String transactionId,
        @Optional String batchUniqId,
        @Optional String recallHandle,
        @ExtName("MSG_REGION") @Optional String msgRegion,
        @ExtName("TRACE_ON") Boolean traceOn) {}
