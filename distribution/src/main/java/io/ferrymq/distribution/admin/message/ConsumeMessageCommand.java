package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.MixAll;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.Times;
import io.ferrymq.distribution.admin.TopicQueue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "consumeMessage",
        description = "Consume message: print messages without moving the position of any group.",
        footer = {"", "Example: mqadmin consumeMessage -n 127.0.0.1:9876 -t Orders -b broker-a -i 0 -o 100 -c 10"})
public final class ConsumeMessageCommand extends MessageListingCommand {
    @Option(
            names = {"-b", "--brokerName"},
            description = "Only at this broker.")
    private String brokerName;

    @Option(
            names = {"-i", "--queueId"},
            description = "Only this queue.")
    private Integer queueId;

    @Option(
            names = {"-o", "--offset"},
            description = "Start at this offset; needs -b and -i.")
    private Long offset;

    @Option(
            names = {"-g", "--consumerGroup"},
            description = "Taken for scripts' sake: messages are read as " + MixAll.TOOLS_CONSUMER_GROUP
                    + ", so that no counter or position of a group moves.")
    @SuppressWarnings("unused") // picocli sets it
    private String group;

    @Option(
            names = {"-s", "--beginTimestamp"},
            description = "Stored at this time or later. " + Times.FORMS + ". Default: the oldest message")
    private String begin;

    @Option(
            names = {"-c", "--MessageNumber"},
            description = "At most so many messages. Default: ${DEFAULT-VALUE}",
            defaultValue = "128")
    private int messageNumber;

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        check();
        List<TopicQueue> queues = TopicQueue.readable(admin, topic()).stream()
                .filter(queue -> brokerName == null || brokerName.trim().equals(queue.brokerName()))
                .filter(queue -> queueId == null || queueId == queue.queueId())
                .toList();
        if (queues.isEmpty()) {
            throw new CommandFailed(
                    "topic '" + topic() + "' has no such queue: broker " + brokerName + ", queue " + queueId);
        }
        MessageReader reader = MessageReader.ofTools(admin, MessageReader.ALL);
        int[] left = {messageNumber};
        for (TopicQueue queue : queues) {
            Range range = range(admin, queue, begin);
            long from = offset == null ? range.from() : offset;
            if (offset != null && (offset < range.from() || offset >= range.to())) {
                throw new CommandFailed("offset " + offset + " is outside of queue " + queue.place() + ", which has "
                        + range.from() + " to " + (range.to() - 1));
            }
            boolean wantsMore = reader.read(queue, from, range.to(), message -> {
                print(message, true, StandardCharsets.UTF_8, out);
                return --left[0] > 0;
            });
            if (!wantsMore) {
                return;
            }
        }
        if (left[0] == messageNumber) {
            remark(out, "no matched msg");
        }
    }

    private void check() throws CommandFailed {
        if (messageNumber <= 0) {
            throw new CommandFailed("-c must be at least 1, was " + messageNumber);
        }
        if (queueId != null && brokerName == null) {
            throw new CommandFailed("-i needs -b: the broker whose queue it is");
        }
        if (offset != null && queueId == null) {
            throw new CommandFailed("-o needs -b and -i: the queue whose offset it is");
        }
    }
}
