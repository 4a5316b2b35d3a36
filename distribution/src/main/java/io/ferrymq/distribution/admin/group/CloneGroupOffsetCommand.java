package io.ferrymq.distribution.admin.group;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.TopicQueue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
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

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        GroupOffsets source = new GroupOffsets(admin, srcGroup.trim());
        GroupOffsets target = new GroupOffsets(admin, destGroup.trim());
        if (offline && target.isOnline()) {
            throw new CommandFailed("group '" + destGroup + "' has consumers online");
        }
        Map<TopicQueue, Long> moved = new LinkedHashMap<>();
        for (TopicQueue queue : TopicQueue.readable(admin, topic.trim())) {
            OptionalLong offset = source.committed(queue);
            if (offset.isPresent()) {
                target.set(queue, offset.getAsLong());
                moved.put(queue, offset.getAsLong());
            }
        }
        if (moved.isEmpty()) {
            throw new CommandFailed("group '" + srcGroup + "' has no position in topic '" + topic + "'");
        }
        OffsetReset.print(moved, out);
        out.format("clone group offset success. srcGroup[%s], destGroup=[%s], topic[%s]", srcGroup, destGroup, topic);
    }
}
