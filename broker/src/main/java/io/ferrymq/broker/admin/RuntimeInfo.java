package io.ferrymq.broker.admin;

import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.config.ReplicationKeys;
import io.ferrymq.broker.stats.BrokerStats;
import io.ferrymq.common.Clock;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.body.HaConnectionRuntimeInfo;
import io.ferrymq.remoting.protocol.body.HaRuntimeInfo;
import io.ferrymq.store.DiskUse;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.StoreFacts;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The figures of {@code GET_BROKER_RUNTIME_INFO} (28): tools read many of them without looking whether they are there (spec: remoting 9.5). */
final class RuntimeInfo {
    /** Pools that the reference has. Here requests are served where they are read, so nothing waits. */
    private static final List<String> POOLS = List.of("send", "pull", "litePull", "query", "ack");

    private static final double GIB = 1 << 30;

    private final LiveConfig config;
    private final BrokerStats stats;
    private final MessageStore store;
    private final Supplier<HaRuntimeInfo> replication;
    private final Clock clock;

    RuntimeInfo(
            LiveConfig config,
            BrokerStats stats,
            MessageStore store,
            Supplier<HaRuntimeInfo> replication,
            Clock clock) {
        this.config = config;
        this.stats = stats;
        this.store = store;
        this.replication = replication;
        this.clock = clock;
    }

    Map<String, String> table() {
        Map<String, String> table = new TreeMap<>();
        StoreFacts facts = store.admin().facts();
        process(table, facts);
        messages(table);
        pools(table);
        log(table, facts);
        appends(table, facts);
        timers(table);
        replication(table);
        return table;
    }

    private void process(Map<String, String> table, StoreFacts facts) {
        table.put("brokerVersionDesc", ProtocolVersion.describe(ProtocolVersion.CURRENT));
        table.put("brokerActive", "true");
        table.put("bootTimestamp", Long.toString(facts.bootTimestampMs()));
        table.put("runtime", duration(clock.nowMs() - facts.bootTimestampMs()));
        table.put(
                "startAcceptSendRequestTimeStamp",
                Long.toString(config.current().acceptSendsFromMs()));
        if (facts.notWritableReason() != null) {
            table.put("notWritableReason", facts.notWritableReason());
        }
    }

    private static String duration(long ms) {
        long seconds = Math.max(0, ms) / 1000;
        return String.format(
                Locale.ROOT,
                "[ %d days, %d hours, %d minutes, %d seconds ]",
                seconds / 86_400,
                seconds / 3_600 % 24,
                seconds / 60 % 60,
                seconds % 60);
    }

    private void messages(Map<String, String> table) {
        table.put("putTps", stats.rates().putTps());
        table.put("getFoundTps", stats.rates().foundTps());
        table.put("getMissTps", stats.rates().missTps());
        table.put("getTotalTps", stats.rates().totalTps());
        // Two spellings: 5.x reads the one, 4.9 the other.
        table.put("getTransferredTps", stats.rates().transferredTps());
        table.put("getTransferedTps", stats.rates().transferredTps());
        put(table, "msgPutTotalYesterdayMorning", stats.rates().putsAtYesterdayMorning());
        put(table, "msgPutTotalTodayMorning", stats.rates().putsAtTodayMorning());
        put(table, "msgPutTotalTodayNow", stats.putMessages());
        put(table, "msgGetTotalYesterdayMorning", stats.rates().gotsAtYesterdayMorning());
        put(table, "msgGetTotalTodayMorning", stats.rates().gotsAtTodayMorning());
        put(table, "msgGetTotalTodayNow", stats.gotMessages());
    }

    private static void put(Map<String, String> table, String name, long value) {
        table.put(name, Long.toString(value));
    }

    private static void pools(Map<String, String> table) {
        for (String pool : POOLS) {
            put(table, pool + "ThreadPoolQueueSize", 0);
            put(table, pool + "ThreadPoolQueueCapacity", 0);
            put(table, pool + "ThreadPoolQueueHeadWaitTimeMills", 0);
        }
        put(table, "EndTransactionQueueSize", 0);
        put(table, "EndTransactionThreadPoolQueueCapacity", 0);
    }

    private void log(Map<String, String> table, StoreFacts facts) {
        DiskUse logDisk = store.admin().logDiskUse();
        table.put("commitLogDiskRatio", ratio(logDisk));
        table.put("commitLogDiskRatio_" + logDisk.path(), ratio(logDisk));
        table.put("consumeQueueDiskRatio", ratio(store.admin().queueDiskUse()));
        table.put(
                "commitLogDirCapacity",
                String.format(
                        Locale.ROOT,
                        "Total : %.1f GiB, Free : %.1f GiB.",
                        logDisk.totalBytes() / GIB,
                        logDisk.freeBytes() / GIB));
        put(table, "commitLogMinOffset", facts.minPhysicalOffset());
        put(table, "commitLogMaxOffset", facts.logEndOffset());
        put(table, "dispatchBehindBytes", facts.dispatchBehindBytes());
        put(table, "earliestMessageTimeStamp", store.log().earliestStoreTimestampMs());
        table.put("remainHowManyDataToFlush", (facts.logEndOffset() - facts.flushedOffset()) + " B");
        table.put("remainHowManyDataToCommit", "0 B");
        put(table, "remainTransientStoreBufferNumbs", 0);
    }

    private static String ratio(DiskUse use) {
        double used = use.totalBytes() <= 0 ? 0 : 1 - (double) use.freeBytes() / use.totalBytes();
        return String.format(Locale.ROOT, "%.4f", used);
    }

    private void appends(Map<String, String> table, StoreFacts facts) {
        long count = stats.putMessages();
        put(table, "pageCacheLockTimeMills", facts.appendLockHeldMs());
        put(table, "putMessageEntireTimeMax", facts.appendLockHeldMaxMs());
        put(table, "getMessageEntireTimeMax", 0);
        put(table, "putMessageTimesTotal", count);
        put(table, "putMessageFailedTimes", stats.putFailures());
        put(table, "putMessageSizeTotal", stats.putBytes());
        table.put(
                "putMessageAverageSize",
                String.format(Locale.ROOT, "%.1f", count == 0 ? 0.0 : (double) stats.putBytes() / count));
        put(table, "dispatchMaxBuffer", 0);
        table.put("putMessageDistributeTime", AppendLatency.text(facts.appendLatencyCounts()));
        table.put("putLatency99", AppendLatency.quantileMs(facts.appendLatencyCounts(), 0.99));
        table.put("putLatency999", AppendLatency.quantileMs(facts.appendLatencyCounts(), 0.999));
    }

    // Names of our own: RocketMQ tells these only in GET_BROKER_HA_STATUS.
    private void replication(Map<String, String> table) {
        HaRuntimeInfo status = replication.get();
        table.put(
                "brokerRole", config.current().get(ReplicationKeys.BROKER_ROLE).name());
        put(table, "slavesConnected", status.haConnectionInfo().size());
        put(table, "slavesInSync", status.inSyncSlaveNums());
        put(
                table,
                "slaveBehindBytesMax",
                status.haConnectionInfo().stream()
                        .mapToLong(HaConnectionRuntimeInfo::diff)
                        .max()
                        .orElse(0));
    }

    private static void timers(Map<String, String> table) {
        for (String name : List.of("timerReadBehind", "timerOffsetBehind", "timerCongestNum")) {
            put(table, name, 0);
        }
        table.put("timerEnqueueTps", "0.0");
        table.put("timerDequeueTps", "0.0");
    }
}
