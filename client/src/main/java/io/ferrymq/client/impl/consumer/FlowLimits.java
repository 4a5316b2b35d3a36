package io.ferrymq.client.impl.consumer;

/**
 * How much of one queue may wait in the client before no more is pulled. Each is exceeded when the value is greater.
 *
 * @param span between the smallest and the greatest offset in work; {@link Long#MAX_VALUE} for ordered consumption
 */
record FlowLimits(int count, long sizeBytes, long span) {
    private static final int MIB_SHIFT = 20;

    /** Limits of a topic are shared evenly by its queues here, each having at least 1. Below 0 there is none. */
    static FlowLimits of(PushSettings settings, int queuesOfTopic, boolean orderly) {
        int queues = Math.max(1, queuesOfTopic);
        int count = settings.pullThresholdForTopic() < 0
                ? settings.pullThresholdForQueue()
                : Math.max(1, settings.pullThresholdForTopic() / queues);
        long sizeMiB = settings.pullThresholdSizeForTopicMiB() < 0
                ? settings.pullThresholdSizeForQueueMiB()
                : Math.max(1, settings.pullThresholdSizeForTopicMiB() / queues);
        return new FlowLimits(
                count, sizeMiB << MIB_SHIFT, orderly ? Long.MAX_VALUE : settings.consumeConcurrentlyMaxSpan());
    }
}
