package io.ferrymq.client.consumer;

import io.ferrymq.client.exception.MQClientException;

/** Refuses settings that a lite pull consumer cannot start with, each by its name, its range and the value found. */
final class LitePullConsumerChecks {
    private static final int UNSIGNED_SHORT_MAX = 65_535;
    private static final int QUEUE_MIB_MAX = 1_024;
    private static final int BATCH_MAX = 1_024;

    private LitePullConsumerChecks() {}

    static void check(LitePullConsumerConfig config) throws MQClientException {
        PushConsumerChecks.group(config.getConsumerGroup());
        PushConsumerChecks.present("messageModel", config.getMessageModel());
        PushConsumerChecks.present("consumeFromWhere", config.getConsumeFromWhere());
        ConsumeTimestamp.toMs(config.getConsumeTimestamp());
        PushConsumerChecks.present("allocateMessageQueueStrategy", config.getAllocateMessageQueueStrategy());
        suspend(config.getConsumerTimeoutMillisWhenSuspend(), config.getBrokerSuspendMaxTimeMillis());
        PushConsumerChecks.within("pullBatchSize", config.getPullBatchSize(), 1, BATCH_MAX);
        PushConsumerChecks.within("pullThresholdForAll", config.getPullThresholdForAll(), 1, Integer.MAX_VALUE);
        PushConsumerChecks.within("consumeMaxSpan", config.getConsumeMaxSpan(), 1, UNSIGNED_SHORT_MAX);
        PushConsumerChecks.within("pullThresholdForQueue", config.getPullThresholdForQueue(), 1, UNSIGNED_SHORT_MAX);
        PushConsumerChecks.within("pullThresholdSizeForQueue", config.getPullThresholdSizeForQueue(), 1, QUEUE_MIB_MAX);
        PushConsumerChecks.within("pollTimeoutMillis", config.getPollTimeoutMillis(), 0, Long.MAX_VALUE);
        PushConsumerChecks.within(
                "topicMetadataCheckIntervalMillis", config.getTopicMetadataCheckIntervalMillis(), 1, Integer.MAX_VALUE);
    }

    static void suspend(long callTimeoutMs, long suspendMs) throws MQClientException {
        if (callTimeoutMs < suspendMs) {
            throw PushConsumerChecks.refused("consumerTimeoutMillisWhenSuspend (" + callTimeoutMs
                    + ") must not be less than brokerSuspendMaxTimeMillis (" + suspendMs
                    + "): a pull would be given up while the broker holds its answer back");
        }
    }
}
