package io.ferrymq.client.impl.consumer;

/**
 * The settings of a push consumer that may change while it runs, at one moment.
 *
 * @param maxReconsumeTimes -1: 16 for concurrent, without end for ordered consumption
 * @param exceptionDelayMs how long a queue rests after a failed pull
 * @param suspendMs how long an ordered queue rests when its listener wants it to
 */
public record PushSettings(
        int pullThresholdForQueue,
        int pullThresholdForTopic,
        int pullThresholdSizeForQueueMiB,
        int pullThresholdSizeForTopicMiB,
        int consumeConcurrentlyMaxSpan,
        int pullBatchSize,
        int pullBatchSizeBytes,
        long pullIntervalMs,
        int consumeBatchMaxSize,
        boolean postSubscriptionWhenPull,
        long exceptionDelayMs,
        int maxReconsumeTimes,
        long suspendMs,
        long consumeTimeoutMs) {
    PullSettings pulls() {
        return new PullSettings(
                pullBatchSize,
                pullBatchSizeBytes,
                pullIntervalMs,
                postSubscriptionWhenPull,
                false,
                BrokerPulls.SUSPEND_MS,
                exceptionDelayMs);
    }
}
