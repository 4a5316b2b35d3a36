package io.ferrymq.broker;

import io.ferrymq.broker.admin.AdminHandlers;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.ConfigUpdates;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.config.NetworkKeys;
import io.ferrymq.broker.config.ReplicationKeys;
import io.ferrymq.broker.config.StoreKeys;
import io.ferrymq.broker.config.StoreSettings;
import io.ferrymq.broker.consume.ArrivalRelay;
import io.ferrymq.broker.consume.ConsumingHalf;
import io.ferrymq.broker.consume.ConsumingParts;
import io.ferrymq.broker.delay.DelayLevels;
import io.ferrymq.broker.filter.Bloom;
import io.ferrymq.broker.filter.FilterTools;
import io.ferrymq.broker.follow.Following;
import io.ferrymq.broker.follow.RequestModes;
import io.ferrymq.broker.follow.SlavePositions;
import io.ferrymq.broker.follow.StateCopier;
import io.ferrymq.broker.group.GroupHandlers;
import io.ferrymq.broker.group.GroupTables;
import io.ferrymq.broker.group.SubscriptionGroups;
import io.ferrymq.broker.net.AdvertisedAddress;
import io.ferrymq.broker.net.BrokerPorts;
import io.ferrymq.broker.registration.MasterWatch;
import io.ferrymq.broker.registration.NewTopicSpread;
import io.ferrymq.broker.registration.RegistrationService;
import io.ferrymq.broker.replication.MasterCheck;
import io.ferrymq.broker.replication.ReplicationService;
import io.ferrymq.broker.send.PropertyAdditions;
import io.ferrymq.broker.send.ReplyHandler;
import io.ferrymq.broker.send.RetrySends;
import io.ferrymq.broker.send.SendAnswers;
import io.ferrymq.broker.send.SendChecks;
import io.ferrymq.broker.send.SendMessageHandler;
import io.ferrymq.broker.send.SendTools;
import io.ferrymq.broker.send.StoreHost;
import io.ferrymq.broker.stats.BrokerStats;
import io.ferrymq.broker.topic.AutoCreation;
import io.ferrymq.broker.topic.BuiltInTopics;
import io.ferrymq.broker.topic.PermissionWatch;
import io.ferrymq.broker.topic.RestoredTopics;
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
import io.ferrymq.store.engine.StoreEngine;
import io.ferrymq.store.engine.StorePlatform;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts a broker together by hand: the table of contents of this module. */
final class BrokerAssembly {
    private static final Logger LOG = LoggerFactory.getLogger(Broker.class);
    private static final long STATS_INTERVAL_MS = 10_000;
    private static final long FIRST_REGISTRATION_WAIT_MS = 3_000;

    private final BrokerConfig config;
    private final Path configFile;
    private final Clock clock;
    private final StorePlatform platform;
    private final CloseStack running = new CloseStack();

    BrokerAssembly(BrokerConfig config, Path configFile, Clock clock) {
        this(config, configFile, clock, StorePlatform.real());
    }

    /** @param platform the disk; tests put slow ones here */
    BrokerAssembly(BrokerConfig config, Path configFile, Clock clock, StorePlatform platform) {
        this.config = config;
        this.configFile = configFile;
        this.clock = clock;
        this.platform = platform;
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

    /** What both halves share. */
    private record Core(
            BrokerThreads threads,
            BrokerPorts ports,
            BrokerIdentity identity,
            LiveConfig live,
            DelayLevels delays,
            ArrivalRelay arrivals,
            MessageStore store,
            ReplicationService replication,
            Path configDir,
            TopicTable topics,
            SubscriptionGroups groups,
            BrokerStats stats,
            FilterTools filters,
            MasterWatch master) {}

    private Broker assemble() {
        config.settings().warnings().forEach(warning -> LOG.warn("{}", warning));
        config.settings().notServedWarning().ifPresent(warning -> LOG.warn("{}", warning));
        Core core = core();
        core.live().onChange(new PermissionWatch(core.topics(), config));
        core.threads()
                .ticker()
                .scheduleWithFixedDelay(
                        () -> core.stats().sample(clock.nowMs()), 0, STATS_INTERVAL_MS, TimeUnit.MILLISECONDS);
        ConsumingHalf consuming = running.add("consuming half", ConsumingHalf.create(consumingParts(core)));
        RemotingSettings net = remotingSettings();
        RemotingClient client =
                running.add("client", new RemotingClient(core.threads().io(), net, HandlerTable.empty()));
        RequestModes modes = RequestModes.open(core.configDir());
        NewTopicSpread spread = new NewTopicSpread(core.identity(), core.live(), client);
        HandlerTable table = handlers(core, consuming, modes, spread);
        if (core.identity().isMaster()) {
            // While nobody knows that this master is back, so that no consumer reads an older position here.
            takeBackPositions(core, consuming, client);
        } else {
            table = BrokerRoles.slaveTable(table, core.master());
            followMaster(core, consuming, client, modes);
        }
        serve(core, table, net);
        consuming.start();
        RegistrationService registration = running.add(
                "registration",
                new RegistrationService(core.identity(), core.live(), core.topics(), client, core.master()));
        core.replication()
                .start(
                        core.store(),
                        core.threads().replication(),
                        core.ports().ha(),
                        core.threads().workers(),
                        client,
                        core.master());
        register(registration.start());
        AtomicBoolean serving = new AtomicBoolean(true);
        running.add("check of the own address", () -> serving.set(false));
        core.threads()
                .workers()
                .execute(() -> AdvertisedAddress.check(core.identity().address(), serving::get));
        String nameservers = config.get(BrokerKeys.NAMESRV_ADDR);
        LOG.info(
                "The broker[{}, {}] boot success. Store {}, {}, nameservers {}",
                core.identity().brokerName(),
                core.identity().address(),
                StoreSettings.rootDir(config),
                core.ports().describe(),
                nameservers.isEmpty() ? "none" : nameservers);
        return new Broker(core.identity(), core.ports().fast().port(), consuming, running);
    }

    private Core core() {
        DelayLevels delays = DelayLevels.parse(config.get(StoreKeys.MESSAGE_DELAY_LEVEL));
        BrokerThreads threads = running.add("threads", BrokerThreads.start(config));
        BrokerPorts ports = running.add("ports", BrokerPorts.take(threads.io(), threads.replication(), config));
        LiveConfig live = new LiveConfig(config);
        ArrivalRelay arrivals = new ArrivalRelay();
        ReplicationService replication = new ReplicationService(live, clock);
        Path configDir = StoreSettings.rootDir(config).resolve("config");
        FilterTools filters = FilterTools.open(
                configDir,
                Bloom.of(
                        config.get(BrokerKeys.MAX_ERROR_RATE_OF_BLOOM_FILTER),
                        config.get(BrokerKeys.EXPECT_CONSUMER_NUM_USE_FILTER)),
                StoreSettings.keepsBitMaps(config),
                clock);
        StoreHooks hooks =
                replication.addTo(StoreHooks.none().withArrivals(arrivals).withBitMaps(filters.forStore()));
        MessageStore store =
                running.add("store", StoreEngine.open(StoreSettings.of(config, delays), clock, hooks, platform));
        StoreSettings.follow(live, store.admin());
        running.add("replication", replication);
        filters.registry().follow(store.log()::logEndOffset);
        TopicTable topics = TopicTables.open(configDir, clock, threads.files());
        SubscriptionGroups groups = GroupTables.open(configDir, live, clock, threads.files());
        running.add("tables", () -> {
            threads.endWork();
            topics.saveNow();
            groups.saveNow();
        });
        return new Core(
                threads,
                ports,
                identity(ports),
                live,
                delays,
                arrivals,
                store,
                replication,
                configDir,
                topics,
                groups,
                new BrokerStats(),
                filters,
                new MasterWatch());
    }

    private ConsumingParts consumingParts(Core core) {
        return new ConsumingParts(
                core.live(),
                core.identity(),
                core.master(),
                core.topics(),
                new SpecialTopics(core.topics()),
                core.groups(),
                core.store(),
                core.arrivals(),
                core.delays(),
                core.stats(),
                core.filters(),
                clock,
                core.configDir(),
                core.threads().workers(),
                core.threads().ticker());
    }

    private void takeBackPositions(Core core, ConsumingHalf consuming, RemotingClient client) {
        new SlavePositions(
                        client,
                        core.identity(),
                        consuming.offsets(),
                        // A group may have come into being at the slave.
                        (group, topic) -> core.topics().find(topic) != null
                                && core.groups().findOrCreate(group) != null)
                .takeBack(RegistrationService.addresses(config.get(BrokerKeys.NAMESRV_ADDR)));
    }

    private void followMaster(Core core, ConsumingHalf consuming, RemotingClient client, RequestModes modes) {
        MasterCheck check = new MasterCheck(client, core.store());
        StateCopier copier = running.add(
                "copier of the master's state",
                new StateCopier(
                        Following.states(
                                core.topics(), core.groups(), core.store().admin(), consuming, modes),
                        client,
                        () -> core.master().current().address(),
                        address -> check.problem(address, core.replication().isFollowing()),
                        core.master()::doubt));
        core.master().onChange(master -> copier.soon());
        copier.start(config.get(ReplicationKeys.STATE_COPY_INTERVAL));
    }

    private HandlerTable handlers(Core core, ConsumingHalf consuming, RequestModes modes, NewTopicSpread spread) {
        HandlerTable.Builder rows = HandlerTable.builder();
        Executor workers = core.threads().workers();
        BuiltInTopics builtIn =
                BuiltInTopics.of(core.identity(), config, core.delays().max());
        builtIn.putInto(core.topics());
        RestoredTopics.restore(core.topics(), core.store().admin());
        consuming.register(rows, core.replication().promise());
        registerSends(rows, core, consuming, spread);
        AdminHandlers.registerConfig(rows, workers, core.live(), new ConfigUpdates(core.live(), configFile, clock));
        AdminHandlers.registerStats(
                rows, workers, core.live(), core.stats(), core.store(), core.replication()::status, clock);
        AdminHandlers.registerReplication(rows, core.replication()::status);
        AdminHandlers.registerMaintenance(rows, workers, core.topics(), builtIn, core.store());
        TopicHandlers.register(
                rows, workers, core.topics(), builtIn, core.live(), core.store().admin());
        GroupHandlers.register(rows, workers, core.groups());
        Following.register(rows, modes);
        return rows.build();
    }

    private void registerSends(HandlerTable.Builder rows, Core core, ConsumingHalf consuming, NewTopicSpread spread) {
        BrokerIdentity identity = core.identity();
        LiveConfig live = core.live();
        TopicTable topics = core.topics();
        MessageStore store = core.store();
        SendChecks checks = new SendChecks(
                identity.address(),
                BrokerRoles.gate(config, core.master(), core.replication().promise()),
                topics,
                new AutoCreation(topics, live, spread::created),
                clock,
                store::appendHeldMs,
                config.get(StoreKeys.OS_PAGE_CACHE_BUSY_TIMEOUT));
        SendTools tools = new SendTools(
                live,
                checks,
                new PropertyAdditions(live),
                new StoreHost(identity.storeHost()),
                store,
                new SendAnswers(
                        store,
                        topics,
                        core.replication().promise(),
                        core.stats(),
                        identity.storeHost(),
                        config,
                        clock));
        RetrySends retries = new RetrySends(
                core.groups(),
                new SpecialTopics(topics),
                consuming::isLocked,
                core.stats().topics());
        SendMessageHandler send = new SendMessageHandler(tools, retries, core.delays());
        ReplyHandler reply = new ReplyHandler(tools, consuming::producer, clock);
        rows.on(RequestCode.SEND_MESSAGE, SendMessageCodec.V1, send)
                .on(RequestCode.SEND_MESSAGE_V2, SendMessageCodec.V2, send)
                .on(RequestCode.SEND_BATCH_MESSAGE, SendMessageCodec.V2, send)
                .on(RequestCode.SEND_REPLY_MESSAGE, SendMessageCodec.V1, reply)
                .on(RequestCode.SEND_REPLY_MESSAGE_V2, SendMessageCodec.V2, reply);
    }

    private void serve(Core core, HandlerTable table, RemotingSettings net) {
        RemotingServer server = running.add(
                "server", new RemotingServer(core.threads().io(), net, core.store()::dispatch, connection -> {}));
        running.add("server's farewell", server::leave);
        server.serve(core.ports().main(), table);
        server.serve(
                core.ports().fast(),
                table.without(RequestCode.PULL_MESSAGE, RequestCode.LITE_PULL_MESSAGE, RequestCode.POP_MESSAGE));
    }

    private BrokerIdentity identity(BrokerPorts ports) {
        AdvertisedAddress advertised = AdvertisedAddress.of(config);
        int port = ports.main().port();
        return new BrokerIdentity(
                config.get(BrokerKeys.BROKER_CLUSTER_NAME),
                ComputedDefaults.brokerName(config),
                BrokerRoles.brokerId(config),
                HostAndPort.format(advertised.host(), port),
                HostAndPort.format(advertised.haHost(), ports.ha().port()),
                HostBytes.of(advertised.resolved(), port));
    }

    private RemotingSettings remotingSettings() {
        long idleMs = TimeUnit.SECONDS.toMillis(config.get(NetworkKeys.SERVER_CHANNEL_MAX_IDLE_TIME_SECONDS));
        return RemotingSettings.defaults().withIdleMaxMs(idleMs);
    }

    /** A nameserver that is down can wait; one that refuses this broker's name means that it must not run. */
    private static void register(CompletableFuture<List<String>> firstRound) {
        try {
            List<String> refusals = firstRound.get(FIRST_REGISTRATION_WAIT_MS, TimeUnit.MILLISECONDS);
            if (!refusals.isEmpty()) {
                throw new BrokerStartException(String.join("; ", refusals));
            }
        } catch (TimeoutException e) {
            // Slow is no reason to worry anybody; what fails is told by who tries on.
            LOG.info(
                    "serving, although not every nameserver has answered within {} ms; trying on",
                    FIRST_REGISTRATION_WAIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerStartException("interrupted while registering", e);
        } catch (ExecutionException e) {
            throw new BrokerStartException("registration failed: " + e.getCause(), e);
        }
    }
}
