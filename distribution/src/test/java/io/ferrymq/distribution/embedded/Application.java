package io.ferrymq.distribution.embedded;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Somebody's program with our client in it: sends one message and consumes it. */
final class Application {
    private static final int EXIT_NOTHING_CAME = 3;

    private Application() {}

    public static void main(String[] args) throws Exception {
        CountDownLatch came = new CountDownLatch(1);
        DefaultMQProducer producer = new DefaultMQProducer("application");
        producer.setNamesrvAddr(args[0]);
        producer.start();
        producer.send(new Message("Embedded", "hello".getBytes(StandardCharsets.UTF_8)));
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("application-readers");
        consumer.setNamesrvAddr(args[0]);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("Embedded", "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            came.countDown();
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        boolean done = came.await(60, TimeUnit.SECONDS);
        consumer.shutdown();
        producer.shutdown();
        System.exit(done ? 0 : EXIT_NOTHING_CAME);
    }
}
