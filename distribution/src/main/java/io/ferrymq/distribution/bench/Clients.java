package io.ferrymq.distribution.bench;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.remoting.RPCHook;

/** The clients of a measurement, as an application makes them. */
final class Clients {
    private static final int MESSAGE_MAX_BYTES = 16 << 20;

    private Clients() {}

    static DefaultMQProducer producer(String nameservers, String group) {
        DefaultMQProducer producer = new DefaultMQProducer(group);
        producer.setNamesrvAddr(nameservers);
        // Bodies are random bytes: there is nothing to compress.
        producer.setCompressMsgBodyOverHowmuch(Integer.MAX_VALUE);
        producer.setMaxMessageSize(MESSAGE_MAX_BYTES);
        return producer;
    }

    static DefaultMQPushConsumer consumer(
            String nameservers,
            String group,
            ConsumeFromWhere from,
            String topic,
            MessageListenerConcurrently listener,
            RPCHook hook)
            throws MQClientException {
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group, hook);
        consumer.setNamesrvAddr(nameservers);
        consumer.setConsumeFromWhere(from);
        consumer.subscribe(topic, "*");
        consumer.registerMessageListener(listener);
        return consumer;
    }
}
