package io.ferrymq.client.impl.factory;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.Clock;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.header.GetRouteInfoRequestHeader;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The routes of the topics in use, as immutable snapshots. A route is fetched when first needed, again at each interval, and at once when one of
 * its brokers cannot be reached. Nothing here blocks, except {@link #find}; topics do not wait for one another.
 */
public final class RouteTable {
    private static final Logger LOG = LoggerFactory.getLogger(RouteTable.class);
    /** A broker that is down must not make every failed send a question to the nameserver. */
    private static final long FAILURE_REFRESH_INTERVAL_MS = 500;

    private static final int FAILURE_REFRESH_ROUTES_MAX = 16;

    private final NameServers nameServers;
    private final Clock clock;
    private final long timeoutMs;
    private final Supplier<Set<String>> topicsInUse;
    private final Map<String, TopicRoute> routes = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<RouteReply>> underWay = new ConcurrentHashMap<>();
    private final Map<String, Long> failureRefreshMs = new ConcurrentHashMap<>();
    private final List<Consumer<TopicRoute>> listeners = new CopyOnWriteArrayList<>();
    private volatile BrokerTable brokers = BrokerTable.EMPTY;

    RouteTable(NameServers nameServers, Clock clock, long timeoutMs, Supplier<Set<String>> topicsInUse) {
        this.nameServers = nameServers;
        this.clock = clock;
        this.timeoutMs = timeoutMs;
        this.topicsInUse = topicsInUse;
    }

    /** Hears of each route that is new or has changed, on an event loop: must not block. */
    public void onChange(Consumer<TopicRoute> listener) {
        listeners.add(listener);
    }

    /** The route as last seen, or null. */
    public TopicRoute cached(String topic) {
        return routes.get(topic);
    }

    /** The brokers of all routes. */
    public BrokerTable brokers() {
        return brokers;
    }

    /** Asks a nameserver now; callers of one topic share one question. Never fails. */
    public CompletableFuture<RouteReply> fetch(String topic) {
        CompletableFuture<RouteReply> mine = new CompletableFuture<>();
        CompletableFuture<RouteReply> known = underWay.putIfAbsent(topic, mine);
        if (known != null) {
            return known;
        }
        Request<?> request =
                Request.of(RequestCode.GET_ROUTEINFO_BY_TOPIC, new GetRouteInfoRequestHeader(topic, true, null, null));
        nameServers.ask(request, timeoutMs).whenComplete((answer, failure) -> {
            underWay.remove(topic, mine);
            if (failure != null) {
                mine.completeExceptionally(failure);
            } else {
                mine.complete(take(topic, answer));
            }
        });
        return mine;
    }

    /** What is registered at the nameservers, empty when none tells. Never fails. */
    public CompletableFuture<Optional<ClusterInfo>> clusters() {
        return nameServers.clusters(timeoutMs);
    }

    /** The route as last seen, else a fetched one. */
    public TopicRoute find(String topic) throws MQClientException, InterruptedException {
        TopicRoute known = cached(topic);
        return known == null ? fetchNow(topic) : known;
    }

    /** A fetched route. */
    public TopicRoute fetchNow(String topic) throws MQClientException, InterruptedException {
        RouteReply reply = await(topic, fetch(topic));
        if (reply instanceof RouteReply.Found found) {
            return found.route();
        }
        throw ((RouteReply.Missing) reply).toException();
    }

    /** Waits for an answer, a little longer than the question itself may take. */
    public RouteReply await(String topic, CompletableFuture<RouteReply> reply)
            throws MQClientException, InterruptedException {
        try {
            return reply.get(timeoutMs + 1_000, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw notAnswered(topic, e.getCause().getMessage(), e);
        } catch (TimeoutException e) {
            throw notAnswered(topic, "no answer within " + (timeoutMs + 1_000) + " ms", e);
        }
    }

    private MQClientException notAnswered(String topic, String why, Exception cause) {
        return new MQClientException(
                ClientErrorCode.NOT_FOUND_TOPIC_EXCEPTION,
                "No route info of this topic: " + topic + ", asking " + nameServers.addresses() + " failed: " + why,
                cause);
    }

    /** Fetches the routes of all topics in use; done when all questions are answered. */
    public CompletableFuture<Void> refreshAll() {
        return CompletableFuture.allOf(
                topicsInUse.get().stream().map(this::fetch).toArray(CompletableFuture<?>[]::new));
    }

    /** Fetches routes that name an address which did not answer: perhaps the broker has moved. */
    public void refreshAfterFailure(String brokerAddress) {
        long nowMs = clock.nowMs();
        Long lastMs = failureRefreshMs.get(brokerAddress);
        if (lastMs != null && nowMs - lastMs >= 0 && nowMs - lastMs < FAILURE_REFRESH_INTERVAL_MS) {
            return;
        }
        failureRefreshMs.put(brokerAddress, nowMs);
        // Addresses are shared by all routes, so a few tell where the broker is now; the others follow at their
        // interval.
        routes.values().stream()
                .filter(route -> route.mentions(brokerAddress))
                .limit(FAILURE_REFRESH_ROUTES_MAX)
                .forEach(route -> fetch(route.topic()));
    }

    /** The topic is gone: the next one who wants its route asks again. */
    public synchronized void forget(String topic) {
        if (routes.remove(topic) != null) {
            LOG.info("topic {} is gone", topic);
        }
    }

    private RouteReply take(String topic, NameServers.Answer answer) {
        if (answer.reply() == null) {
            // A topic once known stays known: a nameserver just started has not heard of it yet.
            return new RouteReply.Missing(topic, answer.unknown(), answer.asked());
        }
        try {
            TopicRouteData data = Json.decode(answer.reply().body(), TopicRouteData.class);
            return new RouteReply.Found(install(TopicRoute.of(topic, data)));
        } catch (JsonException | NumberFormatException e) {
            LOG.warn("route of topic {} cannot be read: {}", topic, e.getMessage());
            return new RouteReply.Missing(
                    topic, false, List.of(new RouteReply.Asked("a nameserver", "unreadable route: " + e.getMessage())));
        }
    }

    private TopicRoute install(TopicRoute route) {
        TopicRoute old;
        synchronized (this) {
            old = routes.get(route.topic());
            if (route.equals(old) && brokers.agreesWith(route)) {
                return old;
            }
            if (!route.equals(old)) {
                routes.put(route.topic(), route);
            }
            // Another topic's route may have brought an older address of the same broker since.
            brokers = brokers.with(route, routes.values());
        }
        if (route.equals(old)) {
            return old;
        }
        failureRefreshMs.keySet().retainAll(brokers.allAddresses());
        LOG.info(
                "route of topic {}: {} queues to write, {} to read, brokers {}",
                route.topic(),
                route.writeQueues().size(),
                route.readQueues().size(),
                route.data().brokerDatas());
        listeners.forEach(listener -> listener.accept(route));
        return route;
    }
}
