package io.ferrymq.distribution.interop;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.ConsumeOrderlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** A push consumer of ours or of a published client, and what it was given. */
final class GroupMember {
    /** Ours; else the version of the published client. */
    static final String OURS = "ours";

    private static final int INTERVAL_MS = 1_000;
    private static final long WAIT_MS = 60_000;

    private final String kind;
    private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
    private Runnable shutdown;

    /** @param times how often it was refused before */
    record Delivery(String body, String topic, int queue, int times) {}

    private GroupMember(String kind) {
        this.kind = kind;
    }

    /**
     * @param peers by version
     * @param settings see {@code PeerGroupMember}
     * @param takes what the listener thinks of a message
     */
    static GroupMember start(
            String kind, Map<String, Peer> peers, Map<String, String> settings, Predicate<Delivery> takes) {
        GroupMember member = new GroupMember(kind);
        Predicate<Delivery> noting = delivery -> {
            member.deliveries.add(delivery);
            return takes.test(delivery);
        };
        member.shutdown = kind.equals(OURS)
                ? ours(settings, noting)
                : peers.get(kind)
                        .member(
                                settings,
                                delivery -> noting.test(new Delivery(
                                        delivery.get("body"),
                                        delivery.get("topic"),
                                        Integer.parseInt(delivery.get("queue")),
                                        Integer.parseInt(delivery.get("times")))));
        return member;
    }

    private static Runnable ours(Map<String, String> settings, Predicate<Delivery> listener) {
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(settings.get("group"));
        consumer.setNamesrvAddr(settings.get("nameServer"));
        consumer.setInstanceName(settings.get("instance"));
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
            consumer.setMessageModel(MessageModel.BROADCASTING);
        }
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
        try {
            consumer.subscribe(settings.get("topic"), "*");
            consumer.start();
        } catch (MQClientException e) {
            throw new IllegalStateException(e);
        }
        return consumer::shutdown;
    }

    private static boolean takesAll(List<MessageExt> messages, Predicate<Delivery> listener) {
        boolean all = true;
        for (MessageExt message : messages) {
            all &= listener.test(new Delivery(
                    new String(message.getBody(), StandardCharsets.UTF_8),
                    message.getTopic(),
                    message.getQueueId(),
                    message.getReconsumeTimes()));
        }
        return all;
    }

    /** What it was given, in the order in which its listener saw it. */
    List<Delivery> deliveries() {
        return new ArrayList<>(deliveries);
    }

    int count() {
        return deliveries.size();
    }

    /** How often each body came to any of these members. */
    static Map<String, Integer> times(List<GroupMember> members) {
        Map<String, Integer> times = new HashMap<>();
        members.forEach(member -> member.deliveries.forEach(delivery -> times.merge(delivery.body(), 1, Integer::sum)));
        return times;
    }

    void shutdown() {
        if (shutdown != null) {
            shutdown.run();
            shutdown = null;
        }
    }

    @Override
    public String toString() {
        return kind;
    }
}
