package io.ferrymq.broker.registration;

import io.ferrymq.broker.BrokerIdentity;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.topic.TopicListener;
import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.body.KVTable;
import io.ferrymq.remoting.protocol.header.QueryDataVersionResponseHeader;
import io.ferrymq.remoting.protocol.header.RegisterBrokerResponseHeader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this broker registered at every nameserver: each period, at once when a topic or the list of nameservers changed, and within a
 * second when a connection broke. Nameservers are called side by side; one that hangs delays no other.
 */
public final class RegistrationService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RegistrationService.class);
    private static final long LOOK_INTERVAL_MS = 500;
    private static final long RETRY_MS = 1_000;
    /** How often a slave asks for a master that no nameserver knows, or that is not where they say. */
    private static final long MASTER_LOOK_MS = 1_000;

    private static final long UNREGISTER_TIMEOUT_MS = 3_000;

    private final RegistrationRequests requests;
    private final LiveConfig config;
    private final TopicTable topics;
    private final RemotingClient client;
    private final NameRefresh names;
    private final MasterWatch master;
    private final boolean isSlave;
    private final ScheduledExecutorService thread;
    private final AtomicBoolean lookQueued = new AtomicBoolean();

    // Registration thread only.
    private final Map<String, NameServerLink> links = new LinkedHashMap<>();
    private CompletableFuture<List<String>> firstRound;
    private boolean closed;

    /** @param master told where the master is when this broker is a slave */
    public RegistrationService(
            BrokerIdentity identity, LiveConfig config, TopicTable topics, RemotingClient client, MasterWatch master) {
        this.master = master;
        this.isSlave = !identity.isMaster();
        this.requests = new RegistrationRequests(identity, config, topics);
        this.config = config;
        this.topics = topics;
        this.client = client;
        this.names = new NameRefresh(client::disconnect);
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "ferrymq-registration");
            made.setDaemon(true);
            return made;
        });
    }

    /**
     * Begins to register.
     *
     * @return completes when every nameserver has answered or failed once, with what those said that refused this broker
     */
    public CompletableFuture<List<String>> start() {
        CompletableFuture<List<String>> answered = new CompletableFuture<>();
        topics.addListener(new TopicListener() {
            @Override
            public void onChanged(TopicConfig topic) {
                execute(() -> topicChanged(topic.topicName()));
            }
        });
        config.onChange(changed -> execute(() -> configChanged(changed)));
        thread.execute(() -> {
            firstRound = answered;
            takeAddresses(config.current());
            look();
        });
        thread.scheduleWithFixedDelay(this::look, LOOK_INTERVAL_MS, LOOK_INTERVAL_MS, TimeUnit.MILLISECONDS);
        return answered;
    }

    private void topicChanged(String topic) {
        links.values().forEach(link -> link.topicChanged(topic));
        lookSoon();
    }

    // Behind what is queued already: changes that come together are told together.
    private void lookSoon() {
        if (lookQueued.compareAndSet(false, true)) {
            execute(() -> {
                lookQueued.set(false);
                look();
            });
        }
    }

    private void execute(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("nothing is registered any more, this broker is closing");
        }
    }

    private void configChanged(BrokerConfig changed) {
        takeAddresses(changed);
        links.values().forEach(NameServerLink::wantFull);
        look();
    }

    private void takeAddresses(BrokerConfig settings) {
        List<String> wanted = addresses(settings.get(BrokerKeys.NAMESRV_ADDR));
        for (String known : List.copyOf(links.keySet())) {
            if (!wanted.contains(known)) {
                links.remove(known);
                master.forget(known);
                LOG.info("nameserver {} is no longer in namesrvAddr: unregistering there", known);
                client.callAsync(known, requests.unregister(), UNREGISTER_TIMEOUT_MS)
                        .whenComplete((reply, failure) -> client.disconnect(known));
            }
        }
        wanted.forEach(address -> links.computeIfAbsent(address, NameServerLink::new));
    }

    /** The nameservers of a setting, each once. */
    public static List<String> addresses(String setting) {
        return HostAndPort.parseList(setting).stream()
                .map(HostAndPort::toString)
                .distinct()
                .toList();
    }

    private void look() {
        if (closed) {
            return;
        }
        try {
            long nowMs = nowMs();
            long periodMs = config.current().get(BrokerKeys.REGISTER_NAME_SERVER_PERIOD);
            for (NameServerLink link : links.values()) {
                if (link.isRegistered() && !client.isConnected(link.address())) {
                    link.lost();
                }
                perform(link, link.due(nowMs, isLookingForMaster() ? MASTER_LOOK_MS : periodMs, RETRY_MS), nowMs);
            }
            completeFirstRound();
        } catch (RuntimeException e) {
            LOG.error("registration failed, trying on", e);
        }
    }

    private boolean isLookingForMaster() {
        return isSlave && master.isSought();
    }

    private static long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    private void perform(NameServerLink link, NameServerLink.Due due, long nowMs) {
        switch (due) {
            case NOTHING -> {}
            case INCREMENT -> {
                Set<String> changed = link.begin(nowMs);
                call(link, requests.increment(changed));
            }
            case FULL -> registerAll(link, nowMs);
            case PERIODIC -> {
                names.refresh(link.address());
                // Only a registration tells a slave where its master is; that needs no topics.
                if (isLookingForMaster()) {
                    call(link, requests.increment(link.begin(nowMs)));
                } else if (isSlave || config.current().get(BrokerKeys.FORCE_REGISTER)) {
                    registerAll(link, nowMs);
                } else {
                    askFirst(link, nowMs);
                }
            }
        }
    }

    private void registerAll(NameServerLink link, long nowMs) {
        link.begin(nowMs);
        call(link, requests.full());
    }

    private void call(NameServerLink link, Request<?> request) {
        client.callAsync(link.address(), request, config.current().get(BrokerKeys.REGISTER_BROKER_TIMEOUT_MILLS))
                .whenCompleteAsync(
                        (reply, failure) -> {
                            registered(link, reply, failure);
                            if (isSlave && failure == null && reply.isSuccess()) {
                                master.told(link.address(), reply.header(RegisterBrokerResponseHeader.class));
                            }
                        },
                        thread);
    }

    private void askFirst(NameServerLink link, long nowMs) {
        link.begin(nowMs);
        client.callAsync(
                        link.address(),
                        requests.queryVersion(),
                        config.current().get(BrokerKeys.REGISTER_BROKER_TIMEOUT_MILLS))
                .whenCompleteAsync(
                        (reply, failure) -> {
                            boolean same = failure == null
                                    && reply.isSuccess()
                                    && !reply.header(QueryDataVersionResponseHeader.class)
                                            .changed();
                            if (same) {
                                registered(link, reply, null);
                            } else {
                                call(link, requests.full());
                            }
                        },
                        thread);
    }

    private void registered(NameServerLink link, Reply reply, Throwable failure) {
        if (failure != null) {
            link.failed(failure.getMessage());
        } else if (!reply.isSuccess()) {
            link.failed("refused: " + reply.remark());
        } else {
            link.succeeded(nowMs());
            takeOrderedTopics(reply.body());
        }
        completeFirstRound();
        lookSoon();
    }

    private void completeFirstRound() {
        if (firstRound != null && links.values().stream().allMatch(NameServerLink::isDecided)) {
            List<String> refusals = new ArrayList<>();
            for (NameServerLink link : links.values()) {
                if (!link.isRegistered() && link.problem().startsWith("refused: ")) {
                    refusals.add("nameserver " + link.address() + " " + link.problem());
                }
            }
            firstRound.complete(refusals);
            firstRound = null;
        }
    }

    /** The nameserver's configuration says which topics are to be read as ordered. */
    private void takeOrderedTopics(byte[] body) {
        if (body.length == 0) {
            return;
        }
        try {
            for (String name : Json.decode(body, KVTable.class).table().keySet()) {
                TopicConfig topic = topics.find(name);
                if (topic != null && !topic.order()) {
                    topics.put(topic.withOrder(true));
                }
            }
        } catch (JsonException e) {
            LOG.warn("answer to a registration is not readable: {}", e.getMessage());
        }
    }

    /** Unregisters everywhere and stops. */
    @Override
    public void close() {
        List<CompletableFuture<Reply>> calls = new ArrayList<>();
        CompletableFuture<Void> begun = CompletableFuture.runAsync(
                () -> {
                    closed = true;
                    links.values().stream()
                            .filter(NameServerLink::isRegistered)
                            .forEach(link -> calls.add(
                                    client.callAsync(link.address(), requests.unregister(), UNREGISTER_TIMEOUT_MS)));
                },
                thread);
        try {
            begun.get(UNREGISTER_TIMEOUT_MS, TimeUnit.MILLISECONDS);
            CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
                    .get(UNREGISTER_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.info("a nameserver did not answer when this broker unregistered: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            thread.shutdownNow();
        }
    }
}
