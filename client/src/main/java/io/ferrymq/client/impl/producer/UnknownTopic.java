package io.ferrymq.client.impl.producer;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.factory.RouteReply;
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Says why a message cannot be sent to a topic that no nameserver knows, by what they know of brokers. */
final class UnknownTopic {
    private final RouteReply.Missing missing;
    private final String template;

    /** @param template the topic after which brokers create others by themselves: it has no route either */
    UnknownTopic(RouteReply.Missing missing, String template) {
        this.missing = missing;
        this.template = template;
    }

    /** @param clusters what is registered, empty when no nameserver tells */
    MQClientException explain(Optional<ClusterInfo> clusters) {
        return missing.toException(clusters.map(this::withBrokers)
                .orElseGet(() -> missing.advice() + ". " + noTemplate("all brokers")
                        + ", or no broker is registered at these nameservers"));
    }

    private String withBrokers(ClusterInfo clusters) {
        Collection<BrokerData> brokers = clusters.brokerAddrTable().values();
        if (brokers.isEmpty()) {
            return "start the brokers, or check their namesrvAddr: none is registered at these nameservers now. A topic that"
                    + " was there before comes back with its broker";
        }
        if (brokers.stream().allMatch(broker -> broker.masterAddr() == null)) {
            return "start a master: of " + names(brokers) + " only slaves are alive, and they take no messages";
        }
        return missing.advice() + ". " + noTemplate(names(brokers))
                + ". If the topic was there before, its brokers are not alive: those just named are all that are";
    }

    private String noTemplate(String where) {
        return "No broker would create it by itself: the template topic " + template
                + " (createTopicKey) has no route either, so autoCreateTopicEnable is off on " + where;
    }

    private static String names(Collection<BrokerData> brokers) {
        return brokers.stream()
                .collect(Collectors.groupingBy(
                        broker -> String.valueOf(broker.cluster()),
                        TreeMap::new,
                        Collectors.mapping(BrokerData::brokerName, Collectors.toCollection(TreeSet::new))))
                .entrySet()
                .stream()
                .map(cluster -> "cluster " + cluster.getKey() + " (" + String.join(", ", cluster.getValue()) + ")")
                .collect(Collectors.joining(" and "));
    }
}
