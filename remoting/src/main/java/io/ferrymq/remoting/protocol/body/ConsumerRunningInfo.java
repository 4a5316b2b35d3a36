package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.Copies;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.Map;
import java.util.Set;

/** What a consumer says of itself: answer to {@code GET_CONSUMER_RUNNING_INFO} (307). Brokers relay it unread. */
public record ConsumerRunningInfo(
        Map<String, String> properties,
        Set<SubscriptionData> subscriptionSet,
        Map<MessageQueue, ProcessQueueInfo> mqTable,
        Map<MessageQueue, PopProcessQueueInfo> mqPopTable,
        Map<String, ConsumeStatus> statusTable,
        Map<String, String> userConsumerInfo,
        String jstack) {
    public ConsumerRunningInfo {
        properties = Copies.map(properties);
        subscriptionSet = Copies.set(subscriptionSet);
        mqTable = Copies.map(mqTable);
        mqPopTable = Copies.map(mqPopTable);
        statusTable = Copies.map(statusTable);
        userConsumerInfo = Copies.map(userConsumerInfo);
    }

    public static final String PROP_NAMESERVER_ADDR = "PROP_NAMESERVER_ADDR";
    public static final String PROP_THREADPOOL_CORE_SIZE = "PROP_THREADPOOL_CORE_SIZE";
    public static final String PROP_CONSUME_ORDERLY = "PROP_CONSUMEORDERLY";
    public static final String PROP_CONSUME_TYPE = "PROP_CONSUME_TYPE";
    public static final String PROP_CLIENT_VERSION = "PROP_CLIENT_VERSION";
    public static final String PROP_CONSUMER_START_TIMESTAMP = "PROP_CONSUMER_START_TIMESTAMP";
}
