package io.ferrymq.distribution.admin.group;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.TopicQueue;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "skipAccumulatedMessage",
        description = "Skip all messages that are accumulated (not consumed) currently.",
        footer = {"", "Example: mqadmin skipAccumulatedMessage -n 127.0.0.1:9876 -g Billing -t Orders"})
public final class SkipAccumulatedMessageCommand extends AdminCommand {
    @Mixin
    private GroupOnTopic of;

    @Option(
            names = {"-f", "--force"},
            arity = "1",
            description = "Must be true: skipping is moving forward. Default: ${DEFAULT-VALUE}",
            defaultValue = "true")
    private boolean force;

    @Mixin
    private ReaderTimeout timeout;

    @Option(names = "--dryRun", description = "Only show what would be done.")
    private boolean dryRun;

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        if (!force) {
            throw new CommandFailed("skipping moves positions forward, which -f false forbids");
        }
        List<TopicQueue> queues = TopicQueue.readable(admin.route(of.topic()), of.topic(), of::isIn);
        OffsetReset reset = new OffsetReset(admin, queues, new GroupOffsets(admin, of.group()));
        if (dryRun) {
            reset.printOnly(reset.plan(reset.atTime(OffsetReset.TO_THE_END), true), out);
            return;
        }
        reset.verifyAndPrint(reset.toTime(OffsetReset.TO_THE_END), timeout.ms(), out);
    }
}
