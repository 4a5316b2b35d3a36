package io.ferrymq.broker;

import io.ferrymq.broker.admin.AdminHandlers;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.BrokerRole;
import io.ferrymq.broker.config.ConfigUpdates;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.config.NetworkKeys;
import io.ferrymq.broker.config.StoreKeys;
import io.ferrymq.broker.config.StoreSettings;
import io.ferrymq.broker.consume.ArrivalRelay;
import io.ferrymq.broker.consume.ConsumingHalf;
import io.ferrymq.broker.consume.ConsumingParts;
import io.ferrymq.broker.delay.DelayLevels;
import io.ferrymq.broker.group.GroupHandlers;
import io.ferrymq.broker.group.GroupTables;
import io.ferrymq.broker.group.SubscriptionGroups;
import io.ferrymq.broker.net.AdvertisedAddress;
import io.ferrymq.broker.net.BrokerPorts;
import io.ferrymq.broker.registration.RegistrationService;
import io.ferrymq.broker.send.PropertyAdditions;
import io.ferrymq.broker.send.RetrySends;
import io.ferrymq.broker.send.SendAnswers;
import io.ferrymq.broker.send.SendChecks;
import io.ferrymq.broker.send.SendMessageHandler;
import io.ferrymq.broker.send.StoreHost;
import io.ferrymq.broker.stats.BrokerStats;
import io.ferrymq.broker.topic.AutoCreation;
import io.ferrymq.broker.topic.BuiltInTopics;
import io.ferrymq.broker.topic.SpecialTopics;
import io.ferrymq.broker.topic.TopicHandlers;
import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.broker.topic.TopicTables;
import io.ferrymq.common.Clock;
import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingServer;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.SendMessageCodec;
import io.ferrymq.store.HostBytes;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.StoreException;
import io.ferrymq.store.StoreHooks;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts a broker together by hand: the table of contents of this module. */
final class BrokerAssembly {
    private static final Logger LOG = LoggerFactory.getLogger(Broker.class);
    private static final long FIRST_REGISTRATION_WAIT_MS = 3_000;

    private final BrokerConfig config;
    private final Path configFile;
    private final Clock clock;
    private final CloseStack running = new CloseStack();

    BrokerAssembly(BrokerConfig config, Path configFile, Clock clock) {
        this.config = config;
        this.configFile = configFile;
        this.clock = clock;
    }

    Broker start() {
        boolean started = false;
        try {
            Broker broker = assemble();
            started = true;
            return broker;
        } catch (StoreException e) {
            throw new BrokerStartException(e.getMessage(), e);
        } finally {
            if (!started) {
                running.close();
            }
        }
    }

    private Broker assemble() {
        requireServedRole();
        DelayLevels delays = DelayLevels.parse(config.get(StoreKeys.MESSAGE_DELAY_LEVEL));
        config.settings().warnings().forEach(warning -> LOG.warn("{}", warning));
        config.settings().notServedWarning().ifPresent(warning -> LOG.warn("{}", warning));
        BrokerThreads threads = running.add("threads", BrokerThreads.start(config));
        BrokerPorts ports = running.add("ports", BrokerPorts.take(threads.io(), config));
        BrokerIdentity identity = identity(ports);

        LiveConfig live = new LiveConfig(config);
        ArrivalRelay arrivals = new ArrivalRelay();
        MessageStore store = running.add(
                "store",
                MessageStore.open(
                        StoreSettings.of(config, delays),
                        clock,
                        StoreHooks.none().withArrivals(arrivals)));
        Path configDir = StoreSettings.rootDir(config).resolve("config");
        TopicTable topics = TopicTables.open(configDir, clock, threads.files());
        SubscriptionGroups groups = GroupTables.open(configDir, live, clock, threads.files());
        running.add("tables", () -> {
            threads.endWork();
            topics.saveNow();
            groups.saveNow();
        });
        BuiltInTopics builtIn = BuiltInTopics.of(identity, config, delays.max());
        builtIn.putInto(topics);
        SpecialTopics special = new SpecialTopics(topics);
        BrokerStats stats = new BrokerStats();
        ConsumingHalf consuming = running.add(
                "consuming half",
                ConsumingHalf.create(new ConsumingParts(
                        live,
                        identity,
                        topics,
                        special,
                        groups,
                        store,
                        arrivals,
                        delays,
                        stats,
                        clock,
                        configDir,
                        threads.workers(),
                        threads.ticker())));

        RemotingSettings net = remotingSettings();
        RemotingClient client = running.add("client", new RemotingClient(threads.io(), net, HandlerTable.empty()));
        HandlerTable.Builder handlers = HandlerTable.builder();
        consuming.register(handlers);
        registerSends(handlers, identity, live, topics, special, groups, delays, store, stats, consuming);
        AdminHandlers.registerConfig(handlers, threads.workers(), live, new ConfigUpdates(live, configFile, clock));
        TopicHandlers.register(handlers, threads.workers(), topics, builtIn, live, store.admin());
        GroupHandlers.register(handlers, threads.workers(), groups);
        HandlerTable table = handlers.build();
        RemotingServer server =
                running.add("server", new RemotingServer(threads.io(), net, store::dispatch, connection -> {}));
        server.serve(ports.main(), table);
        server.serve(
                ports.fast(),
                table.without(RequestCode.PULL_MESSAGE, RequestCode.LITE_PULL_MESSAGE, RequestCode.POP_MESSAGE));
        consuming.start();

        RegistrationService registration =
                running.add("registration", new RegistrationService(identity, live, topics, client));
        register(registration.start());
        threads.workers().execute(() -> AdvertisedAddress.check(identity.address()));
        LOG.info(
                "The broker[{}, {}] boot success. Store {}, {}, nameservers {}",
                identity.brokerName(),
                identity.address(),
                StoreSettings.rootDir(config),
                ports.describe(),
                config.get(BrokerKeys.NAMESRV_ADDR).isEmpty() ? "none" : config.get(BrokerKeys.NAMESRV_ADDR));
        return new Broker(identity, ports.fast().port(), consuming, running);
    }

    private void requireServedRole() {
        BrokerRole role = config.get(StoreKeys.BROKER_ROLE);
        if (role == BrokerRole.SLAVE || config.get(BrokerKeys.BROKER_ID) != 0) {
            throw new BrokerStartException("brokerRole " + role + " with brokerId " + config.get(BrokerKeys.BROKER_ID)
                    + ": this version runs masters only (brokerId 0, ASYNC_MASTER or SYNC_MASTER)");
        }
        if (role == BrokerRole.SYNC_MASTER) {
            LOG.warn(
                    "brokerRole is SYNC_MASTER: without a slave every send that waits is answered SLAVE_NOT_AVAILABLE");
        }
    }

    private BrokerIdentity identity(BrokerPorts ports) {
        AdvertisedAddress advertised = AdvertisedAddress.of(config);
        int port = ports.main().port();
        String name = config.get(BrokerKeys.BROKER_NAME);
        return new BrokerIdentity(
                config.get(BrokerKeys.BROKER_CLUSTER_NAME),
                name.isEmpty() ? hostName() : name,
                config.get(BrokerKeys.BROKER_ID),
                HostAndPort.format(advertised.host(), port),
                HostAndPort.format(advertised.haHost(), ports.haPort()),
                HostBytes.of(advertised.resolved(), port));
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "DEFAULT_BROKER";
        }
    }

    private RemotingSettings remotingSettings() {
        long idleMs = TimeUnit.SECONDS.toMillis(config.get(NetworkKeys.SERVER_CHANNEL_MAX_IDLE_TIME_SECONDS));
        return RemotingSettings.defaults().withIdleMaxMs(idleMs);
    }

    private void registerSends(
            HandlerTable.Builder handlers,
            BrokerIdentity identity,
            LiveConfig live,
            TopicTable topics,
            SpecialTopics special,
            SubscriptionGroups groups,
            DelayLevels delays,
            MessageStore store,
            BrokerStats stats,
            ConsumingHalf consuming) {
        SendMessageHandler send = new SendMessageHandler(
                live,
                new SendChecks(identity.address(), topics, new AutoCreation(topics, live), clock),
                new PropertyAdditions(live),
                new RetrySends(groups, special, consuming::isLocked),
                delays,
                new StoreHost(identity.storeHost()),
                store,
                new SendAnswers(store, topics, stats, identity.storeHost(), config));
        handlers.on(RequestCode.SEND_MESSAGE, SendMessageCodec.V1, send)
                .on(RequestCode.SEND_MESSAGE_V2, SendMessageCodec.V2, send)
                .on(RequestCode.SEND_BATCH_MESSAGE, SendMessageCodec.V2, send);
    }

    /** A nameserver that is down can wait; one that refuses this broker's name means that it must not run. */
    private static void register(CompletableFuture<List<String>> firstRound) {
        try {
            List<String> refusals = firstRound.get(FIRST_REGISTRATION_WAIT_MS, TimeUnit.MILLISECONDS);
            if (!refusals.isEmpty()) {
                throw new BrokerStartException(String.join("; ", refusals));
            }
        } catch (TimeoutException e) {
            LOG.warn("not every nameserver has answered within {} ms, trying on", FIRST_REGISTRATION_WAIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerStartException("interrupted while registering", e);
        } catch (ExecutionException e) {
            throw new BrokerStartException("registration failed: " + e.getCause(), e);
        }
    }
}
