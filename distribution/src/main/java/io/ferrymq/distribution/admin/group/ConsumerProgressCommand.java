package io.ferrymq.distribution.admin.group;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.HumanTime;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "consumerProgress",
        description = "Query consumer's progress, speed.",
        footer = {
            "",
            "Without -g all groups are listed.",
            "",
            "Example: mqadmin consumerProgress -n 127.0.0.1:9876 -g Billing"
        })
public final class ConsumerProgressCommand extends ReadingCommand<ConsumerProgressCommand.Result> {
    private static final String QUEUE = "%-64s  %-32s  %-4s  %-20s  %-20s  ";
    private static final String QUEUE_END = "%-20s  %-20s";
    private static final String LAG = "  %-12s  %s";
    private static final String GROUP_ROW = "%-64s  %-6s  %-24s  %-5s  %-14s  %-7s  %s";

    @Option(
            names = {"-g", "--groupName"},
            description = "The consumer group, queue by queue.")
    private String group;

    @Option(
            names = {"-t", "--topicName"},
            description = "Only this topic.")
    private String topic;

    @Option(
            names = {"-s", "--showClientIP"},
            arity = "1",
            description = "Whether to show who consumes each queue (true or false). Default: false")
    private boolean showClientIp;

    @Option(
            names = {"-c", "--cluster"},
            description = "Only the brokers of this cluster.")
    private String cluster;

    @Option(
            names = "--lag",
            description =
                    "Show also how many messages that the group subscribes are still to be consumed, and how old the"
                            + " oldest of them is; ~ marks an estimate (broker key lagScanMessagesMax).")
    private boolean showLag;

    /** Either one group in detail or all in short; the other is null. */
    public record Result(GroupProgress progress, List<GroupSummary> groups) {}

    @Override
    protected Result read(Admin admin) throws CommandFailed, InterruptedException {
        String onlyTopic = topic == null ? null : topic.trim();
        if (group == null) {
            return new Result(null, GroupSummary.ofAll(admin, cluster, onlyTopic));
        }
        GroupView view = GroupView.inCluster(admin, group.trim(), cluster);
        GroupProgress progress = GroupProgress.of(view, onlyTopic, showClientIp);
        if (progress.queues().isEmpty() && view.connection().isEmpty()) {
            throw new CommandFailed("group '" + group + "' has consumed nothing"
                    + (topic == null ? "" : " of topic '" + topic + "'") + " and has no consumer online");
        }
        return new Result(progress, null);
    }

    @Override
    protected void print(Result result, Output out) {
        if (result.progress() != null) {
            print(result.progress(), out);
            return;
        }
        out.format(GROUP_ROW, "#Group", "#Count", "#Version", "#Type", "#Model", "#TPS", "#Diff Total");
        for (GroupSummary row : result.groups()) {
            out.format(
                    GROUP_ROW,
                    row.group(),
                    row.count(),
                    row.count() == 0 ? "OFFLINE" : row.version(),
                    row.type(),
                    row.model(),
                    Math.round(row.consumeTps()),
                    row.diffTotal());
        }
    }

    /** Padded only where something follows. */
    private String lastTime(String text) {
        return showLag ? String.format("%-19s", text) : text;
    }

    private void print(GroupProgress progress, Output out) {
        String ip = showClientIp ? "%-20s  " : "%s";
        // RocketMQ's header has no gap there.
        out.format(
                QUEUE + ip + QUEUE_END + (showLag ? "  %s%s" : "%s%s"),
                "#Topic",
                "#Broker Name",
                "#QID",
                "#Broker Offset",
                "#Consumer Offset",
                showClientIp ? "#Client IP" : "",
                "#Diff",
                "#Inflight",
                lastTime("#LastTime"),
                showLag ? String.format(LAG, "#Lag", "#Oldest") : "");
        for (GroupProgress.QueueProgress row : progress.queues()) {
            out.format(
                    QUEUE + ip + QUEUE_END + "  %s%s%s",
                    row.topic(),
                    row.brokerName(),
                    row.queueId(),
                    row.brokerOffset(),
                    row.consumerOffset(),
                    !showClientIp ? "" : row.clientIp() == null ? "N/A" : row.clientIp(),
                    row.diff(),
                    row.inflight(),
                    lastTime(HumanTime.seconds(row.lastTimestamp())),
                    showLag ? String.format(LAG, lag(row), age(row)) : "",
                    row.beyondEnd() ? "  (beyond the end of the queue)" : "");
        }
        out.line("");
        out.format("Consume TPS: %.2f", progress.consumeTps());
        out.format("Consume Diff Total: %d", progress.diffTotal());
        out.format("Consume Inflight Total: %d", progress.inflightTotal());
        if (showLag) {
            out.format(
                    "Lag Total: %s%d",
                    progress.queues().stream().allMatch(GroupProgress.QueueProgress::lagExact) ? "" : "~",
                    progress.queues().stream()
                            .mapToLong(row -> row.lag() == null ? row.diff() : row.lag())
                            .sum());
        }
    }

    private static String lag(GroupProgress.QueueProgress row) {
        return row.lag() == null ? "N/A" : (row.lagExact() ? "" : "~") + row.lag();
    }

    private static String age(GroupProgress.QueueProgress row) {
        if (row.lag() == null || row.oldestAgeMs() == 0) {
            return "-";
        }
        return row.oldestAgeMs() < 0 ? "N/A" : String.format(Locale.ROOT, "%.1fs", row.oldestAgeMs() / 1000.0);
    }
}
