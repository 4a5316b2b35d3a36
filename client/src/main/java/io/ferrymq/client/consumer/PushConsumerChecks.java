package io.ferrymq.client.consumer;

import io.ferrymq.client.consumer.listener.MessageListener;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.topic.NameRules;
import java.util.Optional;

/** Refuses settings that a push consumer cannot start with, each by its name, its range and the value found. */
final class PushConsumerChecks {
    private static final int THREADS_MAX = 1_000;
    static final int UNSIGNED_SHORT_MAX = 65_535;
    static final int TOPIC_COUNT_MAX = 6_553_500;
    static final int QUEUE_MIB_MAX = 1_024;
    static final int TOPIC_MIB_MAX = 102_400;
    static final int BATCH_MAX = 1_024;
    private static final int POP_INVISIBLE_MIN_MS = 5_000;
    private static final int POP_INVISIBLE_MAX_MS = 300_000;
    private static final int POP_BATCH_MAX = 32;

    private PushConsumerChecks() {}

    static void check(PushConsumerConfig config) throws MQClientException {
        group(config.getConsumerGroup());
        present("messageModel", config.getMessageModel());
        present("consumeFromWhere", config.getConsumeFromWhere());
        ConsumeTimestamp.toMs(config.getConsumeTimestamp());
        present("allocateMessageQueueStrategy", config.getAllocateMessageQueueStrategy());
        listener(config.getMessageListener());
        within("consumeThreadMin", config.getConsumeThreadMin(), 1, THREADS_MAX);
        within("consumeThreadMax", config.getConsumeThreadMax(), 1, THREADS_MAX);
        if (config.getConsumeThreadMin() > config.getConsumeThreadMax()) {
            throw refused("consumeThreadMin (" + config.getConsumeThreadMin() + ") is larger than consumeThreadMax ("
                    + config.getConsumeThreadMax() + ")");
        }
        within("consumeConcurrentlyMaxSpan", config.getConsumeConcurrentlyMaxSpan(), 1, UNSIGNED_SHORT_MAX);
        within("pullThresholdForQueue", config.getPullThresholdForQueue(), 1, UNSIGNED_SHORT_MAX);
        withinOrNone("pullThresholdForTopic", config.getPullThresholdForTopic(), TOPIC_COUNT_MAX);
        within("pullThresholdSizeForQueue", config.getPullThresholdSizeForQueue(), 1, QUEUE_MIB_MAX);
        withinOrNone("pullThresholdSizeForTopic", config.getPullThresholdSizeForTopic(), TOPIC_MIB_MAX);
        within("pullInterval", config.getPullInterval(), 0, UNSIGNED_SHORT_MAX);
        within("consumeMessageBatchMaxSize", config.getConsumeMessageBatchMaxSize(), 1, BATCH_MAX);
        within("pullBatchSize", config.getPullBatchSize(), 1, BATCH_MAX);
        within("pullBatchSizeInBytes", config.getPullBatchSizeInBytes(), 1, Integer.MAX_VALUE);
        within("popThresholdForQueue", config.getPopThresholdForQueue(), 1, UNSIGNED_SHORT_MAX);
        within("popInvisibleTime", config.getPopInvisibleTime(), POP_INVISIBLE_MIN_MS, POP_INVISIBLE_MAX_MS);
        within("popBatchNums", config.getPopBatchNums(), 1, POP_BATCH_MAX);
        within("consumeTimeout", config.getConsumeTimeout(), 1, Integer.MAX_VALUE);
    }

    static void group(String group) throws MQClientException {
        Optional<String> wrong = NameRules.checkGroup(group);
        if (wrong.isPresent()) {
            throw refused(wrong.get());
        }
        if (MixAll.DEFAULT_CONSUMER_GROUP.equals(group)) {
            throw refused("consumerGroup can not equal " + group + ", please specify another one.");
        }
    }

    private static void listener(MessageListener listener) throws MQClientException {
        present("messageListener", listener);
        if (!(listener instanceof MessageListenerConcurrently) && !(listener instanceof MessageListenerOrderly)) {
            throw refused("messageListener must be instanceof MessageListenerOrderly or MessageListenerConcurrently, "
                    + listener.getClass().getName() + " is neither");
        }
    }

    static void present(String name, Object value) throws MQClientException {
        if (value == null) {
            throw refused(name + " is null");
        }
    }

    static void within(String name, long value, long min, long max) throws MQClientException {
        if (value < min || value > max) {
            throw refused(name + " Out of range [" + min + ", " + max + "]: " + value);
        }
    }

    private static void withinOrNone(String name, long value, long max) throws MQClientException {
        if (value != -1) {
            within(name, value, 1, max);
        }
    }

    static MQClientException refused(String text) {
        return new MQClientException(text, null);
    }
}
