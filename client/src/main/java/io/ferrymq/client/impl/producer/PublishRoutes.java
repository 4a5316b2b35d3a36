package io.ferrymq.client.impl.producer;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.factory.RouteReply;
import io.ferrymq.client.impl.factory.RouteTable;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.client.producer.ProducerConfig;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Where a message can go: the route known, else the nameserver's, else that of the template topic, on whose brokers the topic will be created
 * by its first message.
 */
final class PublishRoutes {
    private final RouteTable routes;
    private final ProducerConfig config;
    private final Map<String, Published> topics = new ConcurrentHashMap<>();

    PublishRoutes(RouteTable routes, ProducerConfig config) {
        this.routes = routes;
        this.config = config;
    }

    /** Topics whose routes must be kept fresh. */
    Set<String> topics() {
        Set<String> inUse = new HashSet<>(topics.keySet());
        if (topics.values().stream().anyMatch(topic -> topic.template() != null)) {
            inUse.add(config.getCreateTopicKey());
        }
        return inUse;
    }

    Published published(String topic) {
        Published known = topics.get(topic);
        return known == null ? topics.computeIfAbsent(topic, name -> new Published()) : known;
    }

    /** A route with queues to write to, or null when one must be looked up. */
    TopicRoute known(String topic) {
        TopicRoute route = routes.cached(topic);
        if (route != null && !route.writeQueues().isEmpty()) {
            return route;
        }
        Published published = topics.get(topic);
        return published == null ? null : published.template();
    }

    /** Asks the nameservers; fails with an MQClientException that tells why the topic cannot be written to. */
    CompletableFuture<TopicRoute> lookUp(String topic) {
        return routes.fetch(topic).thenCompose(reply -> {
            if (reply instanceof RouteReply.Found found) {
                published(topic).template(null);
                return found.route().writeQueues().isEmpty()
                        ? CompletableFuture.failedFuture(notWritable(found.route()))
                        : CompletableFuture.completedFuture(found.route());
            }
            return fromTemplate((RouteReply.Missing) reply);
        });
    }

    /** The broker says that the route is wrong. */
    void refresh(String topic) {
        routes.fetch(topic);
    }

    /** A broker does not know the topic: when the nameservers do not either, what is known here is wrong. */
    void refuted(String topic) {
        routes.fetch(topic).thenAccept(reply -> {
            if (reply instanceof RouteReply.Missing missing && missing.unknown()) {
                routes.forget(topic);
                published(topic).template(null);
            }
        });
    }

    /** No answer from this address: perhaps the broker has moved. */
    void refreshAfterFailure(String brokerAddress) {
        routes.refreshAfterFailure(brokerAddress);
    }

    private CompletableFuture<TopicRoute> fromTemplate(RouteReply.Missing missing) {
        if (!missing.unknown()) {
            return CompletableFuture.failedFuture(missing.toException());
        }
        String key = config.getCreateTopicKey();
        return routes.fetch(key).thenCompose(reply -> {
            if (reply instanceof RouteReply.Found found
                    && !found.route().writeQueues().isEmpty()) {
                TopicRoute template = found.route().asTemplateOf(missing.topic(), config.getDefaultTopicQueueNums());
                published(missing.topic()).template(template);
                return CompletableFuture.completedFuture(template);
            }
            UnknownTopic unknown = new UnknownTopic(missing, key);
            return routes.clusters().thenCompose(clusters -> CompletableFuture.failedFuture(unknown.explain(clusters)));
        });
    }

    private static MQClientException notWritable(TopicRoute route) {
        Map<String, BrokerData> brokers = route.data().brokerDatas().stream()
                .collect(Collectors.toMap(BrokerData::brokerName, broker -> broker, (a, b) -> a));
        String reasons = route.data().queueDatas().stream()
                .map(queue -> queue.brokerName() + ": " + reason(queue, brokers.get(queue.brokerName())))
                .collect(Collectors.joining("; "));
        return new MQClientException(
                ClientErrorCode.NOT_FOUND_TOPIC_EXCEPTION,
                "No route info of this topic: " + route.topic() + " exists, but no broker can be written to now ("
                        + (reasons.isEmpty() ? "it has no queues" : reasons) + ")");
    }

    private static String reason(QueueData queue, BrokerData broker) {
        if (!PermName.isWriteable(queue.perm())) {
            return "no permission to write, perm is " + PermName.perm2String(queue.perm());
        }
        return broker == null || broker.masterAddr() == null ? "its master is not alive" : "it has no write queues";
    }
}
