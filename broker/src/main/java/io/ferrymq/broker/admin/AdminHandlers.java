package io.ferrymq.broker.admin;

import io.ferrymq.broker.config.ConfigUpdates;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.stats.BrokerStats;
import io.ferrymq.broker.topic.BuiltInTopics;
import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.common.Clock;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.HaRuntimeInfo;
import io.ferrymq.remoting.protocol.body.KVTable;
import io.ferrymq.remoting.protocol.header.ViewBrokerStatsDataRequestHeader;
import io.ferrymq.store.MessageStore;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The rows of this package. What may wait for the disk runs on the workers. */
public final class AdminHandlers {
    private AdminHandlers() {}

    public static void registerConfig(
            HandlerTable.Builder handlers, Executor workers, LiveConfig config, ConfigUpdates updates) {
        handlers.on(workers, RequestCode.UPDATE_BROKER_CONFIG, new UpdateConfigHandler(updates))
                .on(workers, RequestCode.GET_BROKER_CONFIG, new GetConfigHandler(config, updates));
    }

    public static void registerStats(
            HandlerTable.Builder handlers,
            Executor workers,
            LiveConfig config,
            BrokerStats stats,
            MessageStore store,
            Supplier<HaRuntimeInfo> replication,
            Clock clock) {
        RuntimeInfo info = new RuntimeInfo(config, stats, store, replication, clock);
        handlers.on(
                        workers,
                        RequestCode.GET_BROKER_RUNTIME_INFO,
                        (context, header, body) -> context.respond(Bodies.json(new KVTable(info.table()))))
                .on(
                        RequestCode.VIEW_BROKER_STATS_DATA,
                        ViewBrokerStatsDataRequestHeader.class,
                        new StatsHandler(stats));
    }

    public static void registerReplication(HandlerTable.Builder handlers, Supplier<HaRuntimeInfo> status) {
        handlers.on(
                RequestCode.GET_BROKER_HA_STATUS,
                (context, header, body) -> context.respond(Bodies.json(status.get())));
    }

    public static void registerMaintenance(
            HandlerTable.Builder handlers,
            Executor workers,
            TopicTable topics,
            BuiltInTopics builtIn,
            MessageStore store) {
        MaintenanceHandlers rows = new MaintenanceHandlers(topics, builtIn, store.admin());
        handlers.on(workers, RequestCode.CLEAN_EXPIRED_CONSUMEQUEUE, rows::cleanExpiredQueues)
                .on(workers, RequestCode.CLEAN_UNUSED_TOPIC, rows::cleanUnusedTopics)
                .on(workers, RequestCode.DELETE_EXPIRED_COMMITLOG, rows::deleteExpiredFiles);
    }
}
