package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.AllocateMessageQueueStrategy;
import io.ferrymq.client.consumer.MessageQueueListener;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.common.message.MessageQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which queues of each topic are this consumer's, and has what changed opened or given away. Topics do not wait for one another. All
 * state is the coordinator thread's; as long as it is not known who is in the group, everything stays as it is.
 */
final class Rebalancer {
    private static final Logger LOG = LoggerFactory.getLogger(Rebalancer.class);
    private static final long RETRY_FIRST_MS = 50;
    private static final int RETRY_DOUBLINGS_MAX = 5;
    private static final long ROUTE_SEARCH_FIRST_MS = 250;
    /** After about a minute the regular refresh of routes is enough. */
    private static final int ROUTE_SEARCHES_MAX = 7;
    /** A broker may need a moment to hear of a new member, and a busy machine some more: only what lasts is worth a line. */
    private static final long LOUD_AFTER_MS = 10_000;

    private final Group group;
    private final RebalanceTools tools;
    private final Holdings assignments;
    private final Set<String> underWay = new HashSet<>();
    private final Set<String> again = new HashSet<>();
    private final Map<String, Unknown> failures = new HashMap<>();
    private final Map<String, Integer> routeSearches = new HashMap<>();
    private final Map<String, Set<MessageQueue>> told = new HashMap<>();
    private final Map<String, FirstSight> firstSights = new HashMap<>();
    private boolean running;

    /** Since when, and for how many questions, the members for a topic have not been known. */
    private record Unknown(int questions, long sinceMs, boolean told) {
        Unknown more() {
            return new Unknown(questions + 1, sinceMs, told);
        }

        Unknown loud() {
            return new Unknown(questions, sinceMs, true);
        }
    }

    /** What there was of a topic when it was first shared out. */
    private record FirstSight(Set<MessageQueue> queues, long atMs) {
        /** 0 for a queue that was there. */
        long lateSinceMs(MessageQueue queue) {
            return queues.contains(queue) ? 0 : atMs;
        }
    }

    Rebalancer(Group group, RebalanceTools tools, Holdings assignments) {
        this.group = group;
        this.tools = tools;
        this.assignments = assignments;
    }

    /** Shares all topics out again, on the coordinator thread. */
    void now() {
        tools.coordinator().execute(this::all);
    }

    /** From here on queues are shared out: the brokers have been told of this consumer. */
    void start() {
        tools.coordinator().execute(() -> {
            running = true;
            all();
        });
    }

    /** Coordinator: no changes any more. */
    void stop() {
        running = false;
    }

    private void all() {
        if (!running) {
            return;
        }
        Set<String> subscribed = tools.topics().get();
        for (MessageQueue queue : assignments.queues()) {
            if (!subscribed.contains(queue.getTopic())) {
                assignments.release(queue);
            }
        }
        firstSights.keySet().retainAll(subscribed);
        failures.keySet().retainAll(subscribed);
        routeSearches.keySet().retainAll(subscribed);
        told.keySet().retainAll(subscribed);
        // The members are the group's: topics at the same brokers share one question.
        Map<Set<String>, CompletableFuture<List<String>>> asked = new HashMap<>();
        Members members = brokers -> asked.computeIfAbsent(
                Set.copyOf(brokers), same -> tools.members().of(brokers));
        subscribed.forEach(topic -> topic(topic, members));
    }

    private void topic(String topic, Members members) {
        if (!underWay.add(topic)) {
            again.add(topic);
            return;
        }
        TopicRoute route = tools.routes().of(topic);
        if (route == null) {
            firstSights.putIfAbsent(
                    topic, new FirstSight(Set.of(), tools.clock().nowMs()));
            findRoute(topic);
            done(topic);
            return;
        }
        firstSights.putIfAbsent(
                topic,
                new FirstSight(Set.copyOf(route.readQueues()), tools.clock().nowMs()));
        if (group.isBroadcasting()) {
            share(route, List.of(group.clientId()));
            done(topic);
            return;
        }
        if (route.readQueues().isEmpty()) {
            apply(route, Set.of(), false);
            done(topic);
            return;
        }
        List<String> brokers = route.readQueues().stream()
                .map(MessageQueue::getBrokerName)
                .distinct()
                .toList();
        members.of(brokers).whenComplete((ids, failure) -> tools.coordinator().execute(() -> {
            if (failure == null) {
                share(route, ids);
            } else {
                unknown(topic, Failures.text(failure));
            }
            done(topic);
        }));
    }

    // The topic may be about to be created, as the retry topic is by the first heartbeat: what is found is told as a
    // new route.
    private void findRoute(String topic) {
        int failed = routeSearches.merge(topic, 1, Integer::sum);
        if (failed <= ROUTE_SEARCHES_MAX) {
            tools.findRoute().accept(topic);
            tools.timer().after(ROUTE_SEARCH_FIRST_MS << failed, () -> again(topic));
        }
    }

    private void done(String topic) {
        underWay.remove(topic);
        if (again.remove(topic) && running) {
            topic(topic, tools.members());
        }
    }

    private void unknown(String topic, String why) {
        long nowMs = tools.clock().nowMs();
        Unknown unknown = failures.merge(topic, new Unknown(1, nowMs, false), (before, first) -> before.more());
        if (!unknown.told() && nowMs - unknown.sinceMs() >= LOUD_AFTER_MS) {
            LOG.warn(
                    "group {}: for {} ms the queues of topic {} have stayed as they are: {}",
                    group.name(),
                    nowMs - unknown.sinceMs(),
                    topic,
                    why);
            failures.put(topic, unknown.loud());
        }
        tools.timer().after(RETRY_FIRST_MS << Math.min(unknown.questions(), RETRY_DOUBLINGS_MAX), () -> again(topic));
    }

    private void again(String topic) {
        if (running && tools.topics().get().contains(topic)) {
            topic(topic, tools.members());
        }
    }

    private void share(TopicRoute route, List<String> members) {
        String topic = route.topic();
        if (!running || !tools.topics().get().contains(topic)) {
            return;
        }
        if (group.isBroadcasting()) {
            apply(route, Set.copyOf(route.readQueues()), false);
            return;
        }
        if (!members.contains(group.clientId())) {
            // The broker has not heard of this consumer yet, or has forgotten it: not a reason to give everything away.
            tools.heartbeat().run();
            unknown(topic, "the broker does not name this client among the members " + members);
            return;
        }
        Unknown before = failures.remove(topic);
        if (before != null && before.told()) {
            LOG.info("group {}: the members for topic {} are known again", group.name(), topic);
        }
        List<MessageQueue> queues = new ArrayList<>(route.readQueues());
        queues.sort(null);
        List<String> sorted = new ArrayList<>(members);
        sorted.sort(null);
        Set<MessageQueue> own = allocate(queues, sorted);
        if (own != null) {
            apply(route, own, sorted.size() > 1);
        }
    }

    private Set<MessageQueue> allocate(List<MessageQueue> queues, List<String> members) {
        AllocateMessageQueueStrategy strategy = tools.strategy().get();
        try {
            List<MessageQueue> own = strategy.allocate(group.name(), group.clientId(), queues, members);
            return own == null ? Set.of() : Set.copyOf(own);
        } catch (RuntimeException e) {
            LOG.error(
                    "group {}: the rule {} failed for {} queues and {} members, everything stays as it is",
                    group.name(),
                    strategy.getName(),
                    queues.size(),
                    members.size(),
                    e);
            return null;
        }
    }

    private void apply(TopicRoute route, Set<MessageQueue> own, boolean shared) {
        Set<MessageQueue> held = assignments.held(route.topic());
        // What was lost has been another member's, though it may come back in this very moment.
        changed(route, held);
        if (held.equals(own)) {
            return;
        }
        FirstSight first = firstSights.get(route.topic());
        held.stream().filter(queue -> !own.contains(queue)).forEach(assignments::release);
        own.stream()
                .filter(queue -> !held.contains(queue))
                .forEach(queue -> assignments.take(queue, first.lateSinceMs(queue), shared));
        changed(route, own);
    }

    private void changed(TopicRoute route, Set<MessageQueue> own) {
        if (own.equals(told.getOrDefault(route.topic(), Set.of()))) {
            return;
        }
        told.put(route.topic(), own);
        LOG.info(
                "group {}: of the {} queues of topic {} this client has now {}: {}",
                group.name(),
                route.readQueues().size(),
                route.topic(),
                own.size(),
                own.stream()
                        .sorted()
                        .map(queue -> queue.getBrokerName() + "/" + queue.getQueueId())
                        .collect(Collectors.joining(" ")));
        tell(route, own);
    }

    private void tell(TopicRoute route, Set<MessageQueue> own) {
        MessageQueueListener listener = tools.listener().get();
        if (listener == null) {
            return;
        }
        try {
            listener.messageQueueChanged(route.topic(), Set.copyOf(route.readQueues()), own);
        } catch (RuntimeException e) {
            LOG.warn("group {}: the MessageQueueListener failed for topic {}", group.name(), route.topic(), e);
        }
    }
}
