package io.ferrymq.client.impl.factory;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.calls.BrokerApi;
import io.ferrymq.client.impl.calls.BrokerLink;
import io.ferrymq.common.Clock;
import io.ferrymq.remoting.ConnectionWatcher;
import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all producers and consumers of one client id share: connections, routes, heartbeats, threads. Got from {@link ClientInstances} and given
 * back with {@link #release()}.
 */
public final class ClientInstance {
    private static final Logger LOG = LoggerFactory.getLogger(ClientInstance.class);
    private static final byte[] NO_ROUTE = "{}".getBytes(StandardCharsets.US_ASCII);
    private static final long FIRST_HEARTBEAT_MS = 1_000;
    private static final long FIRST_PERSIST_MS = 10_000;

    private final ClientInstances owner;
    private final ClientSettings settings;
    private final ClientThreads threads;
    private final Registrations registrations = new Registrations();
    private final RemotingClient remoting;
    private final NameServers nameServers;
    private final RouteTable routes;
    private final BrokerApi brokers;
    private final Heartbeats heartbeats;
    private final ReplyTable replies = new ReplyTable();
    private final AtomicLong waitingBatchBytes = new AtomicLong();

    ClientInstance(ClientInstances owner, ClientSettings settings, List<RPCHook> hooks) {
        this.owner = owner;
        this.settings = settings;
        // Before the threads: bad settings of the JVM end it here.
        RemotingSettings connections = remotingSettings(settings);
        threads = new ClientThreads(settings.callbackThreads());
        remoting = new RemotingClient(
                threads.io,
                connections,
                new ClientRequests(registrations, replies).table(threads.workers),
                new ConnectionWatcher() {
                    @Override
                    public void connected(String address) {
                        ClientInstance.this.connected(address);
                    }

                    @Override
                    public void disconnected(String address) {
                        registrations.consumers().forEach(consumer -> consumer.onDisconnected(address));
                    }
                });
        hooks.forEach(remoting::registerHook);
        nameServers = new NameServers(remoting, settings.nameServers());
        routes = new RouteTable(nameServers, Clock.system(), settings.apiTimeoutMs(), registrations::topics);
        routes.onChange(this::routeChanged);
        BrokerLink link = new BrokerLink(remoting, routes::refreshAfterFailure);
        brokers = BrokerApi.over(link);
        heartbeats = new Heartbeats(settings.clientId(), registrations, routes, link, settings.apiTimeoutMs());
    }

    private static RemotingSettings remotingSettings(ClientSettings settings) {
        RemotingSettings defaults = RemotingSettings.defaults();
        return settings.useTls() ? defaults.withTls(defaults.tls().withClientEnabled(true)) : defaults;
    }

    void start() {
        // The classes that read a route take half a second of processor time to load; not out of the first send's time.
        Json.decode(NO_ROUTE, TopicRouteData.class);
        every(settings.pollNameServerIntervalMs(), settings.pollNameServerIntervalMs(), routes::refreshAll);
        every(FIRST_HEARTBEAT_MS, settings.heartbeatIntervalMs(), heartbeats::sendAll);
        every(FIRST_PERSIST_MS, settings.persistOffsetsIntervalMs(), this::persistOffsets);
        if (settings.addressServer() != null) {
            every(
                    AddressServer.FIRST_POLL_MS,
                    AddressServer.POLL_INTERVAL_MS,
                    () -> threads.workers.execute(this::askAddressServer));
        }
        LOG.info("client {} started, nameservers {}", settings.clientId(), settings.nameServers());
    }

    private void every(long firstMs, long intervalMs, Runnable task) {
        threads.timer.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException | Error e) {
                        LOG.warn("scheduled work of client {} failed, it will be tried again", settings.clientId(), e);
                    }
                },
                firstMs,
                intervalMs,
                TimeUnit.MILLISECONDS);
    }

    private void askAddressServer() {
        try {
            nameServers.replace(settings.addressServer().ask());
        } catch (MQClientException e) {
            LOG.warn("the nameservers stay as they are: {}", e.getErrorMessage());
        }
    }

    private void persistOffsets() {
        for (RegisteredConsumer consumer : registrations.consumers()) {
            threads.workers.execute(() -> {
                try {
                    consumer.persistOffsets();
                } catch (RuntimeException | Error e) {
                    LOG.warn(
                            "positions could not be stored, next attempt in {} ms",
                            settings.persistOffsetsIntervalMs(),
                            e);
                }
            });
        }
    }

    private void connected(String address) {
        heartbeats.connected(address);
        if (routes.brokers().allAddresses().contains(address)) {
            registrations.consumers().forEach(consumer -> consumer.onConnected(address));
        }
    }

    private void routeChanged(TopicRoute route) {
        for (RegisteredConsumer consumer : registrations.consumers()) {
            if (consumer.topics().contains(route.topic())) {
                consumer.onRouteChanged(route);
            }
        }
    }

    public ClientSettings settings() {
        return settings;
    }

    public String clientId() {
        return settings.clientId();
    }

    public RouteTable routes() {
        return routes;
    }

    /** Calls to brokers by address. */
    public BrokerApi brokers() {
        return brokers;
    }

    public NameServers nameServers() {
        return nameServers;
    }

    /** For work that is due later; what blocks must go elsewhere. */
    public ScheduledExecutorService timer() {
        return threads.timer;
    }

    /** Requests that wait for their reply. */
    public ReplyTable replies() {
        return replies;
    }

    /** Messages that wait for others to be sent with, of all producers. */
    public AtomicLong waitingBatchBytes() {
        return waitingBatchBytes;
    }

    /** For the user's callbacks. */
    public Executor callbacks() {
        return threads.callbacks;
    }

    /** @throws MQClientException when the group has a producer in this instance already */
    public void registerProducer(String group, RegisteredProducer producer) throws MQClientException {
        if (!registrations.addProducer(group, producer)) {
            throw alreadyThere("producer", group);
        }
    }

    /** @throws MQClientException when the group has a consumer in this instance already */
    public void registerConsumer(String group, RegisteredConsumer consumer) throws MQClientException {
        if (!registrations.addConsumer(group, consumer)) {
            throw alreadyThere("consumer", group);
        }
    }

    private MQClientException alreadyThere(String kind, String group) {
        return new MQClientException(
                "The " + kind + " group[" + group + "] has been created before in client " + clientId()
                        + ", specify another name, or another instanceName, please.",
                null);
    }

    /** Takes the producer out and tells the brokers; done when they have answered. */
    public CompletableFuture<Void> unregisterProducer(String group) {
        registrations.removeProducer(group);
        return unregister(group, null);
    }

    /** Takes the consumer out and tells the brokers, who tell the rest of the group; done when they have answered. */
    public CompletableFuture<Void> unregisterConsumer(String group) {
        registrations.removeConsumer(group);
        return unregister(null, group);
    }

    private CompletableFuture<Void> unregister(String producerGroup, String consumerGroup) {
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (String address : routes.brokers().allAddresses()) {
            // A broker without a connection has forgotten this client already.
            if (remoting.isConnected(address)) {
                answers.add(brokers.groups()
                        .unregister(address, clientId(), producerGroup, consumerGroup, settings.apiTimeoutMs()));
            }
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new));
    }

    /** Tells all brokers now who is here; done when they have answered or failed. */
    public CompletableFuture<Void> heartbeat() {
        return heartbeats.sendAll();
    }

    /** Runs work that may block, on the few threads that there are for it. */
    public void work(Runnable task) throws RejectedExecutionException {
        threads.workers.execute(task);
    }

    /** Gives the instance back; the last user's release ends it. */
    public void release() {
        owner.release(this);
    }

    void close() {
        threads.stopTimer();
        remoting.close();
        threads.close();
        LOG.info("client {} ended", settings.clientId());
    }
}
