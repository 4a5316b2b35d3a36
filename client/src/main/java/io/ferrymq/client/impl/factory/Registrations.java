package io.ferrymq.client.impl.factory;

import io.ferrymq.remoting.protocol.heartbeat.ConsumerData;
import io.ferrymq.remoting.protocol.heartbeat.HeartbeatData;
import io.ferrymq.remoting.protocol.heartbeat.ProducerData;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The producers and consumers of one client instance, by group. */
final class Registrations {
    private final Map<String, RegisteredProducer> producers = new ConcurrentHashMap<>();
    private final Map<String, RegisteredConsumer> consumers = new ConcurrentHashMap<>();

    boolean addProducer(String group, RegisteredProducer producer) {
        return producers.putIfAbsent(group, producer) == null;
    }

    boolean addConsumer(String group, RegisteredConsumer consumer) {
        return consumers.putIfAbsent(group, consumer) == null;
    }

    void removeProducer(String group) {
        producers.remove(group);
    }

    void removeConsumer(String group) {
        consumers.remove(group);
    }

    RegisteredProducer producer(String group) {
        return producers.get(group);
    }

    RegisteredConsumer consumer(String group) {
        return consumers.get(group);
    }

    Collection<RegisteredConsumer> consumers() {
        return consumers.values();
    }

    boolean isEmpty() {
        return producers.isEmpty() && consumers.isEmpty();
    }

    boolean hasConsumers() {
        return !consumers.isEmpty();
    }

    Set<String> topics() {
        Set<String> topics = new HashSet<>();
        producers.values().forEach(producer -> topics.addAll(producer.topics()));
        consumers.values().forEach(consumer -> topics.addAll(consumer.topics()));
        return topics;
    }

    HeartbeatData heartbeat(String clientId) {
        Set<ProducerData> producing =
                producers.keySet().stream().map(ProducerData::new).collect(Collectors.toSet());
        Set<ConsumerData> consuming = consumers.values().stream()
                .map(RegisteredConsumer::heartbeatData)
                .collect(Collectors.toSet());
        return HeartbeatData.of(clientId, producing, consuming);
    }
}
