package io.ferrymq.peers;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageQueue;

/** A producer and a consumer of the published client that trace. */
final class PeerTracer {
    private static final long WAIT_MS = 60_000;
    private static final String TRACE_TOPIC = "RMQ_SYS_TRACE_TOPIC";

    private PeerTracer() {}

    /** Sends one message and consumes it; returns its id once the traces are sent. */
    static String sendAndConsume(String nameServer, String topic, String group) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer(group, true, null);
        producer.setNamesrvAddr(nameServer);
        producer.setSendMsgTimeout((int) WAIT_MS);
        producer.setMqClientApiTimeout((int) WAIT_MS);
        producer.start();
        String id;
        try {
            Message message = new Message(topic, "tag", "key", "traced".getBytes(StandardCharsets.UTF_8));
            List<MessageQueue> traces = producer.fetchPublishMessageQueues(TRACE_TOPIC);
            long before = ends(producer, traces);
            id = producer.send(message).getMsgId();
            // A producer that is shut down at once may drop the trace it has not handed over yet.
            long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_MS);
            while (ends(producer, traces) == before) {
                if (System.nanoTime() - deadlineNanos > 0) {
                    throw new IllegalStateException("no trace of " + id + " was sent");
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        } finally {
            producer.shutdown();
        }
        CountDownLatch seen = new CountDownLatch(1);
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group, true, null);
        consumer.setNamesrvAddr(nameServer);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setMqClientApiTimeout((int) WAIT_MS);
        consumer.setAwaitTerminationMillisWhenShutdown(WAIT_MS);
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
        } finally {
            consumer.shutdown();
        }
        return id;
    }

    private static long ends(DefaultMQProducer producer, List<MessageQueue> queues) throws Exception {
        long sum = 0;
        for (MessageQueue queue : queues) {
            sum += producer.maxOffset(queue);
        }
        return sum;
    }
}
