package io.ferrymq.client.impl.consumer;

/**
 * The settings of a lite pull consumer that may change while it runs, at one moment.
 *
 * @param pullThresholdForAll messages that may wait in the client, of all queues together
 * @param suspendMs how long a broker may hold an answer back
 * @param callTimeoutMs of a pull
 * @param brokerId the replica to pull from, -1: as the brokers suggest
 */
public record LiteSettings(
        boolean autoCommit,
        long autoCommitIntervalMs,
        int pullBatchSize,
        long pullThresholdForAll,
        int pullThresholdForQueue,
        int pullThresholdSizeForQueueMiB,
        int consumeMaxSpan,
        long suspendMs,
        long callTimeoutMs,
        long exceptionDelayMs,
        long brokerId) {
    private static final int MIB_SHIFT = 20;

    PullSettings pulls() {
        // What is wanted goes along with each pull: a broker need not have heard of this consumer to serve it.
        return new PullSettings(pullBatchSize, Integer.MAX_VALUE, 0, true, true, suspendMs, exceptionDelayMs);
    }

    FlowLimits limits() {
        return new FlowLimits(pullThresholdForQueue, (long) pullThresholdSizeForQueueMiB << MIB_SHIFT, consumeMaxSpan);
    }
}
