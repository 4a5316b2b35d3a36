package io.ferrymq.peers;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.utils.MessageUtil;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;

/** Requests and replies of the published client; loaded like {@link PeerClient}. */
public final class PeerReplies implements BiFunction<String, List<String>, List<String>> {
    private static final long WAIT_MS = 90_000;
    private static final int INTERVAL_MS = 1_000;

    @Override
    public List<String> apply(String what, List<String> args) {
        try {
            switch (what) {
                case "request":
                    return request(args.get(0), args.get(1), Integer.parseInt(args.get(2)));
                case "reply":
                    return reply(args.get(0), args.get(1), args.get(2), Integer.parseInt(args.get(3)));
                default:
                    throw new IllegalArgumentException(what);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(what + " " + args + ": " + e + ", caused by " + e.getCause(), e);
        }
    }

    private static DefaultMQProducer producer(String nameServer, String group) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer(group);
        producer.setNamesrvAddr(nameServer);
        producer.setInstanceName("peer-" + System.nanoTime());
        // Generous: the machine may be busy with other things.
        producer.setSendMsgTimeout((int) WAIT_MS);
        producer.setMqClientApiTimeout((int) WAIT_MS);
        producer.start();
        return producer;
    }

    /** Makes requests with bodies 0, 1, … and returns the bodies of the replies. */
    private static List<String> request(String nameServer, String topic, int count) throws Exception {
        DefaultMQProducer producer = producer(nameServer, "peer-requester");
        try {
            List<String> replies = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                byte[] body = Integer.toString(i).getBytes(StandardCharsets.UTF_8);
                replies.add(text(producer.request(new Message(topic, "tag", body), WAIT_MS)));
            }
            return replies;
        } finally {
            producer.shutdown();
        }
    }

    /** Answers so many requests and returns their bodies. */
    private static List<String> reply(String nameServer, String topic, String group, int count) throws Exception {
        DefaultMQProducer producer = producer(nameServer, group + "-replier");
        List<String> answered = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch all = new CountDownLatch(count);
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group);
        consumer.setNamesrvAddr(nameServer);
        consumer.setInstanceName("peer-" + System.nanoTime());
        consumer.setPollNameServerInterval(INTERVAL_MS);
        consumer.setHeartbeatBrokerInterval(INTERVAL_MS);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            for (MessageExt message : messages) {
                try {
                    byte[] body = ("re " + text(message)).getBytes(StandardCharsets.UTF_8);
                    producer.send(MessageUtil.createReplyMessage(message, body));
                } catch (Exception e) {
                    answered.add("failed: " + e);
                }
                answered.add(text(message));
                all.countDown();
            }
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        try {
            all.await(WAIT_MS, TimeUnit.MILLISECONDS);
            return new ArrayList<>(answered);
        } finally {
            consumer.shutdown();
            producer.shutdown();
        }
    }

    private static String text(Message message) {
        return new String(message.getBody(), StandardCharsets.UTF_8);
    }
}
