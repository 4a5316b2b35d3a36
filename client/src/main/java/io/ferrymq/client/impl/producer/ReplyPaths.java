package io.ferrymq.client.impl.producer;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.impl.factory.RouteReply;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.common.MixAll;
import io.ferrymq.remoting.exception.RemotingTooMuchRequestException;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes this client known to every broker that a reply may come through: a replier sends to any broker of the cluster's reply topic, not only
 * to those that have the request's topic.
 */
final class ReplyPaths {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyPaths.class);

    private final ClientInstance instance;
    private final SendCore core;
    private final UnaryOperator<String> withNamespace;
    private final Set<String> openTopics = ConcurrentHashMap.newKeySet();
    private final Set<String> openClusters = ConcurrentHashMap.newKeySet();

    ReplyPaths(ClientInstance instance, SendCore core, UnaryOperator<String> withNamespace) {
        this.instance = instance;
        this.core = core;
        this.withNamespace = withNamespace;
    }

    /** Once per topic; a path that cannot be opened is no reason not to ask. */
    void open(String userTopic, long timeoutMs)
            throws MQClientException, InterruptedException, RemotingTooMuchRequestException {
        String topic = withNamespace.apply(userTopic);
        if (openTopics.contains(topic)) {
            return;
        }
        try {
            TopicRoute known = core.routes().known(topic);
            CompletableFuture<TopicRoute> route =
                    known == null ? core.routes().lookUp(topic) : CompletableFuture.completedFuture(known);
            route.thenCompose(this::open).get(timeoutMs, TimeUnit.MILLISECONDS);
            openTopics.add(topic);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof MQClientException noRoute) {
                throw Thrown.hereAs(noRoute);
            }
            throw new MQClientException("looking up the route of topic " + topic + " failed", e.getCause());
        } catch (TimeoutException e) {
            throw new RemotingTooMuchRequestException(
                    "call timeout: making this client known to the brokers of topic " + topic + " took the whole "
                            + timeoutMs + " ms",
                    e);
        }
    }

    private CompletableFuture<Void> open(TopicRoute route) {
        Set<String> clusters = route.data().brokerDatas().stream()
                .map(BrokerData::cluster)
                .filter(cluster -> cluster != null && !openClusters.contains(cluster))
                .collect(Collectors.toSet());
        return CompletableFuture.allOf(clusters.stream().map(this::reach).toArray(CompletableFuture<?>[]::new))
                .thenCompose(reached -> instance.heartbeat())
                .thenRun(() -> openClusters.addAll(clusters));
    }

    private CompletableFuture<Void> reach(String cluster) {
        String replyTopic = MixAll.getReplyTopic(cluster);
        // From now on its route is kept fresh, and with it the brokers that get heartbeats.
        core.routes().published(replyTopic);
        return instance.routes().fetch(replyTopic).thenAccept(reply -> {
            if (!(reply instanceof RouteReply.Found)) {
                LOG.warn(
                        "topic {} has no route: replies come only through brokers that this client sends to",
                        replyTopic);
            }
        });
    }
}
