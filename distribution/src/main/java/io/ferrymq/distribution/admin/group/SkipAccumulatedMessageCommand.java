package io.ferrymq.distribution.admin.group;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.TopicQueue;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "skipAccumulatedMessage",
        description = "Skip all messages that are accumulated (not consumed) currently.",
        footer = {"", "Example: mqadmin skipAccumulatedMessage -n 127.0.0.1:9876 -g Billing -t Orders"})
public final class SkipAccumulatedMessageCommand extends AdminCommand {
    @Option(
            names = {"-g", "--group"},
            required = true,
            description = "The consumer group.")
    private String group;

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-f", "--force"},
            arity = "1",
            description = "Must be true: skipping is moving forward. Default: ${DEFAULT-VALUE}",
            defaultValue = "true")
    private boolean force;

    @Option(
            names = {"-c", "--cluster"},
            description = "Only at the brokers of this cluster.")
    private String cluster;

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        if (!force) {
            throw new CommandFailed("skipping moves positions forward, which -f false forbids");
        }
        List<TopicQueue> queues = TopicQueue.readable(
                admin.route(topic.trim()),
                topic.trim(),
                broker -> cluster == null || cluster.trim().equals(broker.cluster()));
        OffsetReset reset = new OffsetReset(admin, queues, new GroupOffsets(admin, group.trim()));
        OffsetReset.print(reset.toTime(OffsetReset.TO_THE_END), out);
    }
}
