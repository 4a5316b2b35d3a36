package io.ferrymq.distribution.admin.group;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.Times;
import io.ferrymq.distribution.admin.TopicQueue;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "resetOffsetByTime",
        description = "Reset consumer offset by timestamp, or to an offset.",
        footer = {
            "",
            "For groups online, offline and never seen.",
            "Success is printed once the consumers that are online have gone on from there.",
            "",
            "Example: mqadmin resetOffsetByTime -n 127.0.0.1:9876 -g Billing -t Orders -s 2026-11-30#12:00:00:000"
                    + " --dryRun"
        })
public final class ResetOffsetByTimeCommand extends AdminCommand {
    @Mixin
    private GroupOnTopic of;

    @Option(
            names = {"-s", "--timestamp"},
            description = "Where to: the first message stored at this time or later. " + Times.FORMS
                    + "; now, latest and -1 are the end of the queue, earliest its first message.")
    private String timestamp;

    @Option(
            names = {"-o", "--offset"},
            description = "Where to, as an offset, instead of a time.")
    private Long offset;

    @Option(
            names = "--shift",
            description = "Where to, as a number of messages from where it is, e.g. -100, instead of a time.")
    private Long shift;

    @Option(
            names = {"-f", "--force"},
            arity = "1",
            description = "Whether to move forward also, not only back (true or false). Default: ${DEFAULT-VALUE}",
            defaultValue = "true")
    private boolean force;

    @Option(
            names = {"-b", "--broker"},
            description = "Only at this broker, by name or address.")
    private String broker;

    @Option(
            names = {"-q", "--queue"},
            description = "Only this queue.")
    private Integer queueId;

    @Mixin
    private ReaderTimeout timeout;

    @Option(names = "--dryRun", description = "Only show what would be done.")
    private boolean dryRun;

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        String where = where();
        List<TopicQueue> queues = queues(admin);
        GroupOffsets offsets = new GroupOffsets(admin, of.group());
        OffsetReset reset = new OffsetReset(admin, queues, offsets);
        boolean ends = offset != null || shift != null || where.equalsIgnoreCase("earliest");
        if (!dryRun && !ends && force && queueId == null) {
            long timeMs = timeMs(where);
            headline(offsets, where, out);
            reset.verifyAndPrint(reset.toTime(timeMs), timeout.ms(), out);
            return;
        }
        List<OffsetReset.Move> plan = reset.plan(target(reset, where), force);
        headline(offsets, where, out);
        if (dryRun) {
            reset.printOnly(plan, out);
            return;
        }
        Map<TopicQueue, Long> moved = reset.apply(plan);
        reset.verifyAndPrint(moved, timeout.ms(), out);
        if (moved.size() == 1) {
            moved.values().forEach(to -> out.format("reset consumer offset to %d", to));
        }
    }

    // Only of what is possible: where standard output alone is kept, a refused reset must not look like one that was
    // done.
    private void headline(GroupOffsets offsets, String where, Output out) throws CommandFailed, InterruptedException {
        out.format(
                "reset of group [%s], which is %s, on topic [%s] to [%s], force[%s]",
                of.group(), offsets.isOnline() ? "online" : "offline", of.topic(), where, force);
    }

    private String where() throws CommandFailed {
        int given = (timestamp == null ? 0 : 1) + (shift == null ? 0 : 1);
        if (offset == null && given != 1) {
            throw new CommandFailed("say where to reset to: either -s or -o or --shift");
        }
        // Scripts that name an offset give a time too: it was a required option.
        return offset != null ? "offset " + offset : shift != null ? "shift " + shift : timestamp.trim();
    }

    private OffsetReset.Target target(OffsetReset reset, String where) throws CommandFailed {
        if (offset != null) {
            return reset.at(offset);
        } else if (shift != null) {
            return reset.shifted(shift);
        } else if (where.equalsIgnoreCase("earliest")) {
            return reset.atOldest();
        }
        return reset.atTime(timeMs(where));
    }

    private static long timeMs(String where) throws CommandFailed {
        return where.equalsIgnoreCase("now") || where.equalsIgnoreCase("latest")
                ? OffsetReset.TO_THE_END
                : Times.parse(where, OffsetReset.TO_THE_END);
    }

    private List<TopicQueue> queues(Admin admin) throws CommandFailed, InterruptedException {
        List<TopicQueue> queues = TopicQueue.readable(admin.route(of.topic()), of.topic(), this::isWanted).stream()
                .filter(queue -> queueId == null || queue.queueId() == queueId)
                .toList();
        if (queues.isEmpty()) {
            throw new CommandFailed("topic '" + of.topic() + "' has no such queue: broker " + broker + ", queue "
                    + queueId + ", cluster " + of.cluster());
        }
        return queues;
    }

    private boolean isWanted(BrokerData candidate) {
        return of.isIn(candidate)
                && (broker == null
                        || broker.trim().equals(candidate.brokerName())
                        || candidate.brokerAddrs().containsValue(broker.trim()));
    }
}
