package io.ferrymq.distribution.admin.group;

import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.HumanTime;
import io.ferrymq.distribution.admin.TopicQueue;
import io.ferrymq.remoting.protocol.body.ConsumerRunningInfo;
import io.ferrymq.remoting.protocol.body.ProcessQueueInfo;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What can be wrong between the consumers of one group, each told in a line. */
final class ConsumerFindings {
    private static final long STUCK_AFTER_MS = 60_000;

    private ConsumerFindings() {}

    /** Members that subscribe to different things take messages away from each other. */
    static List<String> differentSubscriptions(Map<String, ConsumerRunningInfo> clients) {
        Map<String, Set<String>> bySubscription = new TreeMap<>();
        clients.forEach((client, info) -> bySubscription
                .computeIfAbsent(subscriptions(info), subscription -> new TreeSet<>())
                .add(client));
        if (bySubscription.size() <= 1) {
            return List.of();
        }
        List<String> findings = new ArrayList<>();
        findings.add("WARN: Different subscription in the same group of consumer!!!");
        bySubscription.forEach((subscription, ids) -> findings.add("  " + subscription + " by " + ids));
        return findings;
    }

    private static String subscriptions(ConsumerRunningInfo info) {
        return info.subscriptionSet().stream()
                .filter(subscription -> !MixAll.isRetryTopic(subscription.topic()))
                .map(subscription -> subscription.topic() + " " + subscription.subString())
                .sorted()
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** Each queue belongs to exactly one member. */
    static List<String> unevenQueues(Admin admin, Map<String, ConsumerRunningInfo> clients)
            throws CommandFailed, InterruptedException {
        Map<MessageQueue, Set<String>> owners = new HashMap<>();
        Set<String> topics = new TreeSet<>();
        clients.forEach((client, info) -> {
            info.mqTable().keySet().forEach(queue -> owners.computeIfAbsent(queue, ids -> new TreeSet<>())
                    .add(client));
            info.subscriptionSet().stream().map(SubscriptionData::topic).forEach(topics::add);
        });
        List<String> findings = new ArrayList<>();
        for (String topic : topics) {
            Optional<TopicRouteData> route = admin.findRoute(topic);
            if (route.isEmpty() || isPopped(clients, topic)) {
                continue;
            }
            for (TopicQueue queue : TopicQueue.readable(route.get(), topic, broker -> true)) {
                Set<String> ids = owners.getOrDefault(queue.messageQueue(), Set.of());
                if (ids.size() != 1) {
                    findings.add("Rebalance Failed: queue " + queue.place() + " of topic " + topic
                            + (ids.isEmpty() ? " has no consumer" : " has several consumers: " + ids));
                }
            }
        }
        return findings;
    }

    // Popped queues are shared.
    private static boolean isPopped(Map<String, ConsumerRunningInfo> clients, String topic) {
        return clients.values().stream()
                .flatMap(info -> info.mqPopTable().keySet().stream())
                .anyMatch(queue -> queue.getTopic().equals(topic));
    }

    /** Queues with messages at hand of which none has been consumed for a while. */
    static List<String> stuckQueues(Map<String, ConsumerRunningInfo> clients, long nowMs) {
        List<String> findings = new ArrayList<>();
        clients.forEach((client, info) -> new TreeMap<>(info.mqTable()).forEach((queue, state) -> {
            if (isStuck(state, nowMs)) {
                findings.add(client + ": queue " + queue.getBrokerName() + ":" + queue.getQueueId() + " of topic "
                        + queue.getTopic() + " has consumed nothing since "
                        + HumanTime.seconds(state.lastConsumeTimestamp()) + ", " + state.cachedMsgCount()
                        + " messages wait, the oldest at offset " + state.cachedMsgMinOffset());
            }
        }));
        return findings;
    }

    private static boolean isStuck(ProcessQueueInfo state, long nowMs) {
        return state.cachedMsgCount() > 0 && nowMs - state.lastConsumeTimestamp() > STUCK_AFTER_MS;
    }
}
