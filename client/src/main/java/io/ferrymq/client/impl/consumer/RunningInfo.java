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

/** What a consumer says of itself to tools. */
final class RunningInfo {
    private final PushConsumerSpec spec;
    private final ClientInstance instance;
    private final boolean orderly;
    private final ConsumePool pool;
    private final ConsumerStats stats;
    private final long startedMs;

    RunningInfo(
            PushConsumerSpec spec,
            ClientInstance instance,
            boolean orderly,
            ConsumePool pool,
            ConsumerStats stats,
            long startedMs) {
        this.spec = spec;
        this.instance = instance;
        this.orderly = orderly;
        this.pool = pool;
        this.stats = stats;
        this.startedMs = startedMs;
    }

    ConsumerRunningInfo of(
            Map<MessageQueue, ProcessQueueInfo> queues, Map<String, String> oldestInWork, boolean withThreads) {
        Map<String, ConsumeStatus> status = new HashMap<>();
        for (SubscriptionData subscription : spec.subscriptions().all()) {
            status.put(subscription.topic(), stats.status(subscription.topic()));
        }
        return new ConsumerRunningInfo(
                properties(),
                spec.subscriptions().all(),
                queues,
                Map.of(),
                status,
                oldestInWork,
                withThreads ? threads() : null);
    }

    private Map<String, String> properties() {
        Map<String, String> properties = new TreeMap<>(spec.properties().get());
        properties.put(
                ConsumerRunningInfo.PROP_NAMESERVER_ADDR,
                String.join(";", instance.settings().nameServers()) + ";");
        properties.put(ConsumerRunningInfo.PROP_THREADPOOL_CORE_SIZE, Integer.toString(pool.minSize()));
        properties.put("PROP_THREADPOOL_SIZE", Integer.toString(pool.size()));
        properties.put(ConsumerRunningInfo.PROP_CONSUME_ORDERLY, Boolean.toString(orderly));
        properties.put(ConsumerRunningInfo.PROP_CONSUME_TYPE, ConsumeType.CONSUME_PASSIVELY.name());
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
