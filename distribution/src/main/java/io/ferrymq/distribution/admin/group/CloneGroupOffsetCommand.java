package io.ferrymq.distribution.admin.group;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.TopicQueue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "cloneGroupOffset",
        description = "Give a group the positions of another.",
        footer = {"", "Example: mqadmin cloneGroupOffset -n 127.0.0.1:9876 -s Billing -d Audit -t Orders"})
public final class CloneGroupOffsetCommand extends AdminCommand {
    @Option(
            names = {"-s", "--srcGroup"},
            required = true,
            description = "The group whose positions are taken.")
    private String srcGroup;

    @Option(
            names = {"-d", "--destGroup"},
            required = true,
            description = "The group that gets them.")
    private String destGroup;

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-o", "--offline"},
            arity = "1",
            description = "Whether to refuse when the group that gets them is online (true or false). Default: false")
    private boolean offline;

    @Mixin
    private ReaderTimeout timeout;

    @Option(names = "--dryRun", description = "Only show what would be done.")
    private boolean dryRun;

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        if (srcGroup.trim().equals(destGroup.trim())) {
            throw new CommandFailed("-s and -d name the same group '" + srcGroup.trim() + "'");
        }
        GroupOffsets source = new GroupOffsets(admin, srcGroup.trim());
        GroupOffsets target = new GroupOffsets(admin, destGroup.trim());
        if (offline && target.isOnline()) {
            throw new CommandFailed(
                    "group '" + destGroup.trim() + "' has consumers online: " + String.join(", ", target.clientIds()));
        }
        List<TopicQueue> queues = TopicQueue.readable(admin, topic.trim());
        Map<TopicQueue, Long> moved = new LinkedHashMap<>();
        for (TopicQueue queue : queues) {
            OptionalLong offset = source.committed(queue);
            if (offset.isPresent()) {
                moved.put(queue, offset.getAsLong());
            }
        }
        if (moved.isEmpty()) {
            throw new CommandFailed("group '" + srcGroup.trim() + "' has no position in topic '" + topic.trim() + "'");
        }
        if (dryRun) {
            OffsetReset.print(moved, out);
            out.line("nothing was changed (--dryRun)");
            return;
        }
        for (Map.Entry<TopicQueue, Long> position : moved.entrySet()) {
            target.set(position.getKey(), position.getValue());
        }
        new OffsetReset(admin, queues, target).verifyAndPrint(moved, timeout.ms(), out);
        List<String> unmoved = queues.stream()
                .filter(queue -> !moved.containsKey(queue))
                .map(TopicQueue::place)
                .toList();
        if (!unmoved.isEmpty()) {
            out.format("not moved, because group %s has no position there: %s", srcGroup.trim(), unmoved);
        }
        out.format("clone group offset success. srcGroup[%s], destGroup=[%s], topic[%s]", srcGroup, destGroup, topic);
    }
}
