package io.ferrymq.client.impl.consumer;

/**
 * How a queue is pulled, at one moment.
 *
 * @param batchSize messages that one pull may bring
 * @param intervalMs rest between two pulls that brought messages
 * @param withExpression whether what is wanted goes along with each pull, so that the broker need not know it
 * @param lite whether the broker is told that an application polls what is pulled
 * @param suspendMs how long a broker may hold the answer back while there is no message
 * @param exceptionDelayMs how long a queue rests after a failed pull
 */
record PullSettings(
        int batchSize,
        int batchSizeBytes,
        long intervalMs,
        boolean withExpression,
        boolean lite,
        long suspendMs,
        long exceptionDelayMs) {}
