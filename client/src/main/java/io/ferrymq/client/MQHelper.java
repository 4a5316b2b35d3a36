package io.ferrymq.client;

import io.ferrymq.client.consumer.DefaultMQPullConsumer;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets positions of a group whose consumers do not run. With consumers on line, {@code mqadmin resetOffsetByTime} is the way. */
@Deprecated
public final class MQHelper {
    private static final Logger LOG = LoggerFactory.getLogger(MQHelper.class);

    private MQHelper() {}

    /** {@link #resetOffsetByTimestamp(MessageModel, String, String, String, long)} with the usual instance name. */
    @Deprecated
    public static void resetOffsetByTimestamp(
            MessageModel messageModel, String consumerGroup, String topic, long timestamp) throws Exception {
        resetOffsetByTimestamp(messageModel, "DEFAULT", consumerGroup, topic, timestamp);
    }

    /**
     * Has the group go on at the first message stored at a time or later, in each queue of a topic.
     *
     * @param messageModel of the group: broadcasting members have a position each, and only that of this client is set
     * @param instanceName of the client
     * @param timestamp milliseconds
     * @throws Exception a {@code MQClientException} when a queue's offset cannot be found out; positions set before that stay set
     */
    @Deprecated
    public static void resetOffsetByTimestamp(
            MessageModel messageModel, String instanceName, String consumerGroup, String topic, long timestamp)
            throws Exception {
        DefaultMQPullConsumer consumer = new DefaultMQPullConsumer(consumerGroup);
        consumer.setInstanceName(instanceName);
        consumer.setMessageModel(messageModel);
        consumer.setEnableRebalance(false);
        consumer.start();
        try {
            Set<MessageQueue> queues = consumer.fetchSubscribeMessageQueues(topic);
            for (MessageQueue queue : queues) {
                set(consumer, queue, timestamp);
            }
        } finally {
            consumer.shutdown();
        }
    }

    private static void set(DefaultMQPullConsumer consumer, MessageQueue queue, long timestamp)
            throws MQClientException {
        long before = consumer.fetchConsumeOffset(queue, true);
        long offset = consumer.searchOffset(queue, timestamp);
        if (offset < 0) {
            return;
        }
        consumer.updateConsumeOffset(queue, offset);
        consumer.persist(queue);
        LOG.info(
                "group {}: the position in {} moves from {} to {}: it is set to the time {}",
                consumer.getConsumerGroup(),
                queue,
                before,
                offset,
                timestamp);
    }
}
