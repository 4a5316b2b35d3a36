package io.ferrymq.client.consumer;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.consumer.PullOrder;
import io.ferrymq.common.Clock;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;

/** Makes pulls of what an application says, and refuses what cannot be one. */
final class PullOrders {
    private final PullConsumerConfig config;

    PullOrders(PullConsumerConfig config) {
        this.config = config;
    }

    PullOrder atOnce(MessageQueue mq, MessageSelector selector, long offset, int maxNums, int maxBytes, long timeoutMs)
            throws MQClientException {
        return order(mq, selector, offset, maxNums, maxBytes, 0, timeoutMs);
    }

    /** One that waits at the broker while there is no message. */
    PullOrder waiting(MessageQueue mq, MessageSelector selector, long offset, int maxNums) throws MQClientException {
        long suspendMs = config.getBrokerSuspendMaxTimeMillis();
        long timeoutMs = config.getConsumerTimeoutMillisWhenSuspend();
        LitePullConsumerChecks.suspend(timeoutMs, suspendMs);
        return order(mq, selector, offset, maxNums, Integer.MAX_VALUE, suspendMs, timeoutMs);
    }

    private PullOrder order(
            MessageQueue mq,
            MessageSelector selector,
            long offset,
            int maxNums,
            int maxBytes,
            long suspendMs,
            long timeoutMs)
            throws MQClientException {
        if (mq == null) {
            throw new MQClientException("mq is null", null);
        }
        if (offset < 0) {
            throw new MQClientException("offset < 0: " + offset + " of " + mq, null);
        }
        if (maxNums <= 0) {
            throw new MQClientException("maxNums <= 0: " + maxNums, null);
        }
        if (maxBytes <= 0) {
            throw new MQClientException("maxSize <= 0: " + maxBytes, null);
        }
        MessageQueue queue = config.queueWithNamespace(mq);
        return new PullOrder(
                queue, subscription(queue.getTopic(), selector), offset, maxNums, maxBytes, suspendMs, timeoutMs);
    }

    /** @param topic with namespace */
    static SubscriptionData subscription(String topic, MessageSelector selector) throws MQClientException {
        try {
            return selector == null
                    ? FilterAPI.buildSubscriptionData(
                            topic, SubscriptionData.SUB_ALL, Clock.system().nowMs())
                    : FilterAPI.build(
                            topic,
                            selector.getExpression(),
                            selector.getExpressionType(),
                            Clock.system().nowMs());
        } catch (IllegalArgumentException e) {
            throw new MQClientException("parse subscription error: " + e.getMessage(), e);
        }
    }
}
