package io.ferrymq.peers;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.listener.MessageListenerOrderly;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * A push consumer of the published client that is started here and asks there: the listener is given what a message is (body, topic,
 * queue, times), and takes it by answering true. What is returned shuts the consumer down.
 *
 * <p>Settings: nameServer, topic, group, instance, and, if wished, orderly, broadcasting, clientIP, maxReconsumeTimes.
 */
public final class PeerGroupMember
        implements BiFunction<Map<String, String>, Function<Map<String, String>, Boolean>, Runnable> {
    private static final int INTERVAL_MS = 1_000;
    private static final long WAIT_MS = 60_000;

    @Override
    public Runnable apply(Map<String, String> settings, Function<Map<String, String>, Boolean> listener) {
        try {
            return start(settings, listener);
        } catch (Exception e) {
            throw new IllegalStateException("start " + settings + ": " + e, e);
        }
    }

    private static Runnable start(Map<String, String> settings, Function<Map<String, String>, Boolean> listener)
            throws Exception {
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(settings.get("group"));
        consumer.setNamesrvAddr(settings.get("nameServer"));
        consumer.setInstanceName(settings.get("instance"));
        // Generous: the machine may be busy with other things.
        consumer.setMqClientApiTimeout((int) WAIT_MS);
        consumer.setPollNameServerInterval(INTERVAL_MS);
        consumer.setHeartbeatBrokerInterval(INTERVAL_MS);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setAwaitTerminationMillisWhenShutdown(WAIT_MS);
        consumer.setMaxReconsumeTimes(Integer.parseInt(settings.getOrDefault("maxReconsumeTimes", "-1")));
        consumer.setSuspendCurrentQueueTimeMillis(INTERVAL_MS / 10);
        if (settings.containsKey("clientIP")) {
            consumer.setClientIP(settings.get("clientIP"));
        }
        if (settings.containsKey("broadcasting")) {
            broadcast(consumer);
        }
        consumer.subscribe(settings.get("topic"), "*");
        if (settings.containsKey("orderly")) {
            consumer.registerMessageListener(
                    (MessageListenerOrderly) (messages, context) -> takesAll(messages, listener)
                            ? ConsumeOrderlyStatus.SUCCESS
                            : ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT);
        } else {
            consumer.registerMessageListener(
                    (MessageListenerConcurrently) (messages, context) -> takesAll(messages, listener)
                            ? ConsumeConcurrentlyStatus.CONSUME_SUCCESS
                            : ConsumeConcurrentlyStatus.RECONSUME_LATER);
        }
        consumer.start();
        return consumer::shutdown;
    }

    private static boolean takesAll(List<MessageExt> messages, Function<Map<String, String>, Boolean> listener) {
        boolean all = true;
        for (MessageExt message : messages) {
            Map<String, String> delivery = new HashMap<>();
            delivery.put("body", new String(message.getBody(), StandardCharsets.UTF_8));
            delivery.put("topic", message.getTopic());
            delivery.put("queue", Integer.toString(message.getQueueId()));
            delivery.put("times", Integer.toString(message.getReconsumeTimes()));
            all &= listener.apply(delivery);
        }
        return all;
    }

    /** The versions have the type of this setting in different packages. */
    private static void broadcast(DefaultMQPushConsumer consumer) throws ReflectiveOperationException {
        for (Method method : DefaultMQPushConsumer.class.getMethods()) {
            if (method.getName().equals("setMessageModel")) {
                for (Object model : method.getParameterTypes()[0].getEnumConstants()) {
                    if (model.toString().contains("BROADCASTING")) {
                        method.invoke(consumer, model);
                    }
                }
            }
        }
    }
}
