package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/**
 * {@code END_TRANSACTION} (37), one-way: the outcome of a prepared message. {@code commitOrRollback} is 0 for
 * unknown, 8 for commit, 12 for rollback.
 */
public record EndTransactionRequestHeader(
        @Optional String topic,
        String producerGroup,
        long tranStateTableOffset,
        long commitLogOffset,
        int commitOrRollback,
        Boolean fromTransactionCheck,
        String msgId,
        @Optional String transactionId) {}
