package io.ferrymq.distribution.admin.cluster;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.body.KVTable;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "clusterList",
        description = "List cluster infos.",
        footer = {"", "Example: mqadmin clusterList -n 127.0.0.1:9876"})
public final class ClusterListCommand extends ReadingCommand<List<ClusterListCommand.Row>> {
    private static final String ROW =
            "%-22s  %-22s  %-4s  %-22s  %-16s  %-22s  %-30s  %-22s  %-11s  %-12s  %-8s  %-10s";
    private static final String STATS_ROW = "%-16s  %-32s  %14s  %14s  %14s  %14s";

    @Option(
            names = {"-c", "--clusterName"},
            description = "Only this cluster.")
    private String clusterName;

    @Option(
            names = {"-m", "--moreStats"},
            description = "Messages in and out, yesterday and today, instead.")
    private boolean moreStats;

    /**
     * One broker.
     *
     * @param runtime what the broker tells of itself; empty when it did not answer
     */
    public record Row(String cluster, String brokerName, long brokerId, String address, Map<String, String> runtime) {
        private String value(String key) {
            return runtime.getOrDefault(key, "");
        }

        private String firstNumber(String key) {
            String first = value(key).strip().split(" ")[0];
            return first.isEmpty() ? "0.00" : String.format(java.util.Locale.ROOT, "%.2f", Double.parseDouble(first));
        }

        private String load(String pool) {
            return value(pool + "ThreadPoolQueueSize") + "," + value(pool + "ThreadPoolQueueHeadWaitTimeMills") + "ms";
        }

        private long difference(String now, String before) {
            return number(now) - number(before);
        }

        private long number(String key) {
            return value(key).isEmpty() ? 0 : Long.parseLong(value(key));
        }
    }

    @Override
    protected List<Row> read(Admin admin) throws CommandFailed, InterruptedException {
        ClusterInfo info = admin.clusterInfo();
        if (clusterName != null && !info.clusterAddrTable().containsKey(clusterName)) {
            throw new CommandFailed("cluster '" + clusterName + "' is unknown; there are: "
                    + info.clusterAddrTable().keySet());
        }
        List<Row> rows = new ArrayList<>();
        for (String cluster : new TreeSet<>(info.clusterAddrTable().keySet())) {
            if (clusterName == null || cluster.equals(clusterName)) {
                for (BrokerData broker : admin.brokers(cluster)) {
                    for (Map.Entry<Long, String> entry : new TreeMap<>(broker.brokerAddrs()).entrySet()) {
                        rows.add(new Row(
                                cluster,
                                broker.brokerName(),
                                entry.getKey(),
                                entry.getValue(),
                                runtime(admin, entry.getValue())));
                    }
                }
            }
        }
        return rows;
    }

    /** A broker that does not answer is listed all the same: the nameserver holds it for alive. */
    private static Map<String, String> runtime(Admin admin, String address) throws InterruptedException {
        try {
            return Json.decode(
                            admin.call(address, Request.of(RequestCode.GET_BROKER_RUNTIME_INFO))
                                    .body(),
                            KVTable.class)
                    .table();
        } catch (CommandFailed e) {
            return Map.of("brokerVersionDesc", "no answer");
        }
    }

    @Override
    protected void print(List<Row> rows, Output out) {
        if (moreStats) {
            printTotals(rows, out);
            return;
        }
        out.format(
                ROW,
                "#Cluster Name",
                "#Broker Name",
                "#BID",
                "#Addr",
                "#Version",
                "#InTPS(LOAD)",
                "#OutTPS(LOAD)",
                "#Timer(Progress)",
                "#PCWait(ms)",
                "#Hour",
                "#SPACE",
                "#ACTIVATED");
        long nowMs = System.currentTimeMillis();
        for (Row row : rows) {
            long earliestMs = row.number("earliestMessageTimeStamp");
            String disk = row.value("commitLogDiskRatio");
            out.format(
                    ROW,
                    row.cluster(),
                    row.brokerName(),
                    row.brokerId(),
                    row.address(),
                    row.value("brokerVersionDesc"),
                    row.firstNumber("putTps") + "(" + row.load("send") + ")",
                    row.firstNumber("getTransferredTps") + "(" + row.load("pull") + "|" + row.load("ack") + ")",
                    row.value("timerReadBehind") + "-" + row.value("timerOffsetBehind") + "("
                            + row.value("timerCongestNum") + ")",
                    row.value("pageCacheLockTimeMills"),
                    String.format(
                            java.util.Locale.ROOT, "%.2f", earliestMs <= 0 ? 0 : (nowMs - earliestMs) / 3_600_000.0),
                    disk.isEmpty() ? "" : String.format(java.util.Locale.ROOT, "%.4f", Double.parseDouble(disk)),
                    row.value("brokerActive"));
        }
    }

    private static void printTotals(List<Row> rows, Output out) {
        out.format(
                STATS_ROW,
                "#Cluster Name",
                "#Broker Name",
                "#InTotalYest",
                "#OutTotalYest",
                "#InTotalToday",
                "#OutTotalToday");
        for (Row row : rows) {
            out.format(
                    STATS_ROW,
                    row.cluster(),
                    row.brokerName(),
                    row.difference("msgPutTotalTodayMorning", "msgPutTotalYesterdayMorning"),
                    row.difference("msgGetTotalTodayMorning", "msgGetTotalYesterdayMorning"),
                    row.difference("msgPutTotalTodayNow", "msgPutTotalTodayMorning"),
                    row.difference("msgGetTotalTodayNow", "msgGetTotalTodayMorning"));
        }
    }
}
