package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/**
 * {@code CHECK_TRANSACTION_STATE} (39), one-way from broker to producer: what became of the transaction whose message
 * is the body?
 */
public record CheckTransactionStateRequestHeader(
        @Optional String topic,
        long tranStateTableOffset,
        long commitLogOffset,
        @Optional String msgId,
        @Optional String transactionId,
        @Optional String offsetMsgId,
        @Optional String bname) {}
