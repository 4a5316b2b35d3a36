package io.ferrymq.peers;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;

/** A producer and a consumer of the published client that trace. */
final class PeerTracer {
    private static final long WAIT_MS = 60_000;
    private static final String TRACE_TOPIC = "RMQ_SYS_TRACE_TOPIC";
    /** Response code; the constant lives in another package in 4.9.8 than in 5.5.0. */
    private static final int NO_MESSAGE = 208;
    /** What ends a field of a trace's text. */
    private static final char FIELD_END = 1;

    private PeerTracer() {}

    /** Sends one message and consumes it; returns its id once the traces are sent. */
    static String sendAndConsume(String nameServer, String topic, String group) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer(group, true, null);
        producer.setNamesrvAddr(nameServer);
        producer.setSendMsgTimeout((int) WAIT_MS);
        producer.setMqClientApiTimeout((int) WAIT_MS);
        producer.start();
        try {
            Message message = new Message(topic, "tag", "key", "traced".getBytes(StandardCharsets.UTF_8));
            String id = producer.send(message).getMsgId();
            awaitTrace(producer, id, "Pub");
            consume(producer, id, topic, group);
            return id;
        } finally {
            producer.shutdown();
        }
    }

    private static void consume(DefaultMQProducer producer, String id, String topic, String group) throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group, true, null);
        consumer.setNamesrvAddr(producer.getNamesrvAddr());
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setMqClientApiTimeout((int) WAIT_MS);
        consumer.subscribe(topic, "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            seen.countDown();
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        try {
            if (!seen.await(WAIT_MS, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("nothing to consume in " + topic);
            }
            awaitTrace(producer, id, "SubAfter");
        } finally {
            consumer.shutdown();
        }
    }

    /** A published client that is shut down at once may drop the traces it has not handed over yet. */
    private static void awaitTrace(DefaultMQProducer producer, String id, String type) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_MS);
        while (!isTraced(producer, id, type)) {
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new IllegalStateException("no " + type + " trace of " + id + " was sent");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private static boolean isTraced(DefaultMQProducer producer, String id, String type) throws Exception {
        try {
            for (MessageExt trace : producer.queryMessage(TRACE_TOPIC, id, 32, 0, Long.MAX_VALUE)
                    .getMessageList()) {
                if (new String(trace.getBody(), StandardCharsets.UTF_8).contains(type + FIELD_END)) {
                    return true;
                }
            }
            return false;
        } catch (MQClientException nothingFound) {
            if (nothingFound.getResponseCode() != NO_MESSAGE) {
                throw nothingFound;
            }
            return false;
        }
    }
}
