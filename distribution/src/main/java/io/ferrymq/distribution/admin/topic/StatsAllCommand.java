package io.ferrymq.distribution.admin.topic;

import io.ferrymq.common.MixAll;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.admin.ConsumeStats;
import io.ferrymq.remoting.protocol.body.GroupList;
import io.ferrymq.remoting.protocol.body.TopicList;
import io.ferrymq.remoting.protocol.header.GetConsumeStatsRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryTopicConsumeByWhoRequestHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "statsAll",
        description = "Topic and Consumer tps stats.",
        footer = {"", "Example: mqadmin statsAll -n 127.0.0.1:9876 -t Orders"})
public final class StatsAllCommand extends ReadingCommand<List<StatsAllCommand.Row>> {
    private static final String ROW = "%-64s  %-64s %12s %11s %11s %14s %14s";

    @Option(
            names = {"-t", "--topic"},
            description = "Only this topic. Default: all but retry and dead letter topics.")
    private String topic;

    @Option(
            names = {"-a", "--activeTopic"},
            description = "Only topics with messages in or out within a day.")
    private boolean activeOnly;

    /**
     * A topic and a group that consumes it.
     *
     * @param consumerGroup null when the topic has none
     * @param accumulation messages stored that the group has not consumed
     */
    public record Row(
            String topic,
            String consumerGroup,
            long accumulation,
            double inTps,
            double outTps,
            long inMsg24Hour,
            long outMsg24Hour) {}

    @Override
    protected List<Row> read(Admin admin) throws CommandFailed, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (String name : topics(admin)) {
            List<Row> ofTopic = rowsOf(admin, name);
            if (!activeOnly || ofTopic.stream().anyMatch(row -> row.inMsg24Hour() + row.outMsg24Hour() > 0)) {
                rows.addAll(ofTopic);
            }
        }
        return rows;
    }

    private Iterable<String> topics(Admin admin) throws CommandFailed, InterruptedException {
        if (topic != null) {
            return List.of(topic.trim());
        }
        byte[] all = admin.nameserver(Request.of(RequestCode.GET_ALL_TOPIC_LIST_FROM_NAMESERVER))
                .body();
        TreeSet<String> names = new TreeSet<>(Json.decode(all, TopicList.class).topicList());
        names.removeIf(name -> MixAll.isRetryTopic(name) || MixAll.isDLQTopic(name));
        return names;
    }

    private static List<Row> rowsOf(Admin admin, String name) throws CommandFailed, InterruptedException {
        List<String> masters = admin.route(name).brokerDatas().stream()
                .map(BrokerData::masterAddr)
                .filter(address -> address != null)
                .toList();
        TopicRates in = TopicRates.NONE;
        TreeSet<String> groups = new TreeSet<>();
        for (String master : masters) {
            in = in.plus(TopicRates.at(admin, master, "TOPIC_PUT_NUMS", name));
            Request<?> who =
                    Request.of(RequestCode.QUERY_TOPIC_CONSUME_BY_WHO, new QueryTopicConsumeByWhoRequestHeader(name));
            groups.addAll(
                    Json.decode(admin.call(master, who).body(), GroupList.class).groupList());
        }
        List<Row> rows = new ArrayList<>();
        for (String group : groups) {
            TopicRates got = TopicRates.NONE;
            long lag = 0;
            for (String master : masters) {
                got = got.plus(TopicRates.at(admin, master, "GROUP_GET_NUMS", name + "@" + group));
                Request<?> stats =
                        Request.of(RequestCode.GET_CONSUME_STATS, new GetConsumeStatsRequestHeader(group, name, null));
                lag += Json.decode(admin.call(master, stats).body(), ConsumeStats.class)
                        .totalLag();
            }
            rows.add(
                    new Row(name, group, Math.max(lag, 0), in.perSecond(), got.perSecond(), in.perDay(), got.perDay()));
        }
        if (rows.isEmpty()) {
            rows.add(new Row(name, null, 0, in.perSecond(), 0, in.perDay(), 0));
        }
        return rows;
    }

    @Override
    protected void print(List<Row> rows, Output out) {
        out.format(
                ROW,
                "#Topic",
                "#Consumer Group",
                "#Accumulation",
                "#InTPS",
                "#OutTPS",
                "#InMsg24Hour",
                "#OutMsg24Hour");
        for (Row row : rows) {
            boolean consumed = row.consumerGroup() != null;
            out.format(
                    ROW,
                    row.topic(),
                    consumed ? row.consumerGroup() : "",
                    row.accumulation(),
                    String.format(Locale.ROOT, "%.2f", row.inTps()),
                    consumed ? String.format(Locale.ROOT, "%.2f", row.outTps()) : "",
                    row.inMsg24Hour(),
                    consumed ? row.outMsg24Hour() : "NO_CONSUMER");
        }
    }
}
