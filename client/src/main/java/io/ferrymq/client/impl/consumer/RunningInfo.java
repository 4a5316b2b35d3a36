package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.body.ConsumeStatus;
import io.ferrymq.remoting.protocol.body.ConsumerRunningInfo;
import io.ferrymq.remoting.protocol.body.ProcessQueueInfo;
import io.ferrymq.remoting.protocol.heartbeat.ConsumeType;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What a consumer says of itself to tools. */
final class RunningInfo {
    private final Supplier<Map<String, String>> ofConsumer;
    private final SubscriptionTable subscriptions;
    private final ClientInstance instance;
    private final ConsumerStats stats;
    private final ConsumeType type;
    private final long startedMs;

    /** @param ofConsumer what this kind of consumer has to say beyond what all have */
    RunningInfo(
            Supplier<Map<String, String>> ofConsumer,
            SubscriptionTable subscriptions,
            ClientInstance instance,
            ConsumerStats stats,
            ConsumeType type,
            long startedMs) {
        this.ofConsumer = ofConsumer;
        this.subscriptions = subscriptions;
        this.instance = instance;
        this.stats = stats;
        this.type = type;
        this.startedMs = startedMs;
    }

    ConsumerRunningInfo of(
            Map<MessageQueue, ProcessQueueInfo> queues, Map<String, String> oldestInWork, boolean withThreads) {
        Map<String, ConsumeStatus> status = new HashMap<>();
        for (SubscriptionData subscription : subscriptions.all()) {
            status.put(subscription.topic(), stats.status(subscription.topic()));
        }
        return new ConsumerRunningInfo(
                properties(),
                subscriptions.all(),
                queues,
                Map.of(),
                status,
                oldestInWork,
                withThreads ? threads() : null);
    }

    private Map<String, String> properties() {
        Map<String, String> properties = new TreeMap<>(ofConsumer.get());
        properties.put(
                ConsumerRunningInfo.PROP_NAMESERVER_ADDR,
                String.join(";", instance.settings().nameServers()) + ";");
        properties.put(ConsumerRunningInfo.PROP_CONSUME_TYPE, type.name());
        properties.put(ConsumerRunningInfo.PROP_CLIENT_VERSION, ProtocolVersion.describe(ProtocolVersion.CURRENT));
        properties.put(ConsumerRunningInfo.PROP_CONSUMER_START_TIMESTAMP, Long.toString(startedMs));
        return properties;
    }

    private static String threads() {
        StringBuilder dump = new StringBuilder();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            dump.append(thread.getName())
                    .append("  TID: ")
                    .append(thread.getId())
                    .append("  STATE: ")
                    .append(thread.getState())
                    .append('\n');
            for (StackTraceElement frame : stack) {
                dump.append("    ").append(frame).append('\n');
            }
            dump.append('\n');
        });
        return dump.toString();
    }
}
