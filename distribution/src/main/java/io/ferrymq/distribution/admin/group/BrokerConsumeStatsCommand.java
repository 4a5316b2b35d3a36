package io.ferrymq.distribution.admin.group;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.HumanTime;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.admin.ConsumeStats;
import io.ferrymq.remoting.protocol.admin.OffsetWrapper;
import io.ferrymq.remoting.protocol.body.ConsumeStatsList;
import io.ferrymq.remoting.protocol.header.GetConsumeStatsInBrokerRequestHeader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "brokerConsumeStats",
        description = "Fetch how far every group of a broker is.",
        footer = {"", "Example: mqadmin brokerConsumeStats -b 127.0.0.1:10911 -l 100"})
public final class BrokerConsumeStatsCommand extends ReadingCommand<BrokerConsumeStatsCommand.Result> {
    private static final String ROW = "%-64s  %-64s  %-32s  %-4s  %-20s  %-20s  %-20s  %s";

    @Option(
            names = {"-b", "--brokerAddr"},
            required = true,
            description = "The broker's address, e.g. 192.0.2.10:10911.")
    private String brokerAddr;

    @Option(
            names = {"-t", "--timeoutMillis"},
            description = "How long to wait for the answer, in ms. Default: ${DEFAULT-VALUE}",
            defaultValue = "50000")
    private long timeoutMs;

    @Option(
            names = {"-l", "--level"},
            description = "Only queues with at least so many messages to be consumed. Default: ${DEFAULT-VALUE}",
            defaultValue = "0")
    private long level;

    @Option(
            names = {"-o", "--order"},
            arity = "1",
            description = "Only ordered topics (true or false). Default: false")
    private boolean order;

    /** How far each group is in each queue. */
    public record Result(long diffTotal, List<Row> queues) {}

    /** One group in one queue. */
    public record Row(
            String topic,
            String group,
            String brokerName,
            int queueId,
            long brokerOffset,
            long consumerOffset,
            long diff,
            long lastTimestamp) {}

    @Override
    protected Result read(Admin admin) throws CommandFailed, InterruptedException {
        Request<?> howFar =
                Request.of(RequestCode.GET_BROKER_CONSUME_STATS, new GetConsumeStatsInBrokerRequestHeader(order));
        ConsumeStatsList list =
                Json.decode(admin.call(brokerAddr.trim(), howFar, timeoutMs).body(), ConsumeStatsList.class);
        List<Row> rows = new ArrayList<>();
        for (Map<String, List<ConsumeStats>> groups : list.consumeStatsList()) {
            groups.forEach((group, topics) -> topics.forEach(stats -> add(group, stats, rows)));
        }
        rows.sort(Comparator.comparing(Row::topic)
                .thenComparing(Row::group)
                .thenComparing(Row::brokerName)
                .thenComparingInt(Row::queueId));
        return new Result(rows.stream().mapToLong(Row::diff).sum(), rows);
    }

    private void add(String group, ConsumeStats stats, List<Row> rows) {
        stats.offsetTable().forEach((queue, offsets) -> {
            Row row = row(group, queue, offsets);
            if (row.diff() >= level && row.lastTimestamp() > 0) {
                rows.add(row);
            }
        });
    }

    private static Row row(String group, MessageQueue queue, OffsetWrapper offsets) {
        return new Row(
                queue.getTopic(),
                group,
                queue.getBrokerName(),
                queue.getQueueId(),
                offsets.brokerOffset(),
                offsets.consumerOffset(),
                offsets.lag(),
                offsets.lastTimestamp());
    }

    @Override
    protected void print(Result result, Output out) {
        out.format(
                ROW,
                "#Topic",
                "#Group",
                "#Broker Name",
                "#QID",
                "#Broker Offset",
                "#Consumer Offset",
                "#Diff",
                "#LastTime");
        for (Row row : result.queues()) {
            out.format(
                    ROW,
                    row.topic(),
                    row.group(),
                    row.brokerName(),
                    row.queueId(),
                    row.brokerOffset(),
                    row.consumerOffset(),
                    row.diff(),
                    HumanTime.seconds(row.lastTimestamp()));
        }
        out.line("");
        out.format("Diff Total: %d", result.diffTotal());
    }
}
