package io.ferrymq.distribution.admin.topic;

import io.ferrymq.client.consumer.rebalance.AllocateMessageQueueAveragely;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.protocol.route.QueueData;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "allocateMQ",
        description = "Allocate MQ.",
        footer = {"", "Example: mqadmin allocateMQ -n 127.0.0.1:9876 -t Orders -i 192.0.2.1,192.0.2.2"})
public final class AllocateMqCommand extends ReadingCommand<AllocateMqCommand.Result> {
    private static final String ANY_GROUP = "allocateMQ";

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-i", "--ipList"},
            required = true,
            split = ",",
            description = "The members of a group, separated by commas.")
    private List<String> members;

    /** Who would get which queues. */
    public record Result(Map<String, List<MessageQueue>> result) {}

    @Override
    protected Result read(Admin admin) throws CommandFailed, InterruptedException {
        String name = topic.trim();
        List<MessageQueue> queues = admin.route(name).queueDatas().stream()
                .filter(queue -> PermName.isReadable(queue.perm()))
                .flatMap(queue -> queuesOf(name, queue).stream())
                .sorted()
                .toList();
        // Members of a group sort one another the same way, so the order in which they were given means nothing.
        List<String> sorted = members.stream()
                .map(String::trim)
                .filter(member -> !member.isEmpty())
                .sorted()
                .distinct()
                .toList();
        Map<String, List<MessageQueue>> allocation = new LinkedHashMap<>();
        for (String member : sorted) {
            allocation.put(member, new AllocateMessageQueueAveragely().allocate(ANY_GROUP, member, queues, sorted));
        }
        return new Result(allocation);
    }

    private static List<MessageQueue> queuesOf(String name, QueueData queue) {
        return IntStream.range(0, queue.readQueueNums())
                .mapToObj(id -> new MessageQueue(name, queue.brokerName(), id))
                .toList();
    }

    @Override
    protected void print(Result result, Output out) {
        out.json(result);
    }
}
