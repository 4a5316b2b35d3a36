package io.ferrymq.peers;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.listener.MessageListenerOrderly;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * A consumer of the published client that stays online and remembers the bodies it has consumed. Settings: nameServer, topic, group, expression and
 * kind: push, orderly or litePull. Commands: {@code bodies} returns what came since the last time, one a line; {@code id} the client id; {@code stop}
 * ends it.
 */
public final class PeerConsumer implements Function<Map<String, String>, Function<String, String>> {
    private static final long POLL_MS = 100;

    private final Queue<String> bodies = new ConcurrentLinkedQueue<>();

    @Override
    public Function<String, String> apply(Map<String, String> settings) {
        try {
            return settings.get("kind").equals("litePull") ? litePull(settings) : push(settings);
        } catch (Exception e) {
            throw new IllegalStateException("start: " + e, e);
        }
    }

    private Function<String, String> push(Map<String, String> settings) throws Exception {
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(settings.get("group"));
        consumer.setNamesrvAddr(settings.get("nameServer"));
        consumer.setInstanceName("peer-" + System.nanoTime());
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setPollNameServerInterval(1_000);
        consumer.subscribe(settings.get("topic"), settings.get("expression"));
        if (settings.get("kind").equals("orderly")) {
            consumer.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
                remember(messages);
                return ConsumeOrderlyStatus.SUCCESS;
            });
        } else {
            consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
                remember(messages);
                return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            });
        }
        consumer.start();
        return command -> answer(command, consumer.buildMQClientId(), consumer::shutdown);
    }

    private Function<String, String> litePull(Map<String, String> settings) throws Exception {
        DefaultLitePullConsumer consumer = new DefaultLitePullConsumer(settings.get("group"));
        consumer.setNamesrvAddr(settings.get("nameServer"));
        consumer.setInstanceName("peer-" + System.nanoTime());
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setPollNameServerInterval(1_000);
        consumer.setAutoCommitIntervalMillis(1_000);
        consumer.subscribe(settings.get("topic"), settings.get("expression"));
        consumer.start();
        AtomicBoolean wanted = new AtomicBoolean(true);
        Thread poller = new Thread(() -> {
            while (wanted.get()) {
                remember(consumer.poll(POLL_MS));
            }
        });
        poller.setDaemon(true);
        poller.start();
        return command -> answer(command, consumer.buildMQClientId(), () -> {
            wanted.set(false);
            try {
                poller.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            consumer.shutdown();
        });
    }

    private void remember(List<MessageExt> messages) {
        for (MessageExt message : messages) {
            bodies.add(new String(message.getBody(), StandardCharsets.UTF_8));
        }
    }

    private String answer(String command, String clientId, Runnable stop) {
        switch (command) {
            case "bodies":
                StringBuilder taken = new StringBuilder();
                for (String body = bodies.poll(); body != null; body = bodies.poll()) {
                    taken.append(body).append('\n');
                }
                return taken.toString();
            case "id":
                return clientId;
            case "stop":
                stop.run();
                return null;
            default:
                throw new IllegalArgumentException(command);
        }
    }
}
