package io.ferrymq.distribution.admin.message;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.distribution.admin.TopicQueue;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ConsumeQueueData;
import io.ferrymq.remoting.protocol.body.QueryConsumeQueueResponseBody;
import io.ferrymq.remoting.protocol.header.QueryConsumeQueueRequestHeader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "queryCq",
        description = "Query cq command: the entries of a consume queue.",
        footer = {"", "Example: mqadmin queryCq -n 127.0.0.1:9876 -t Orders -q 0 -i 17"})
public final class QueryCqCommand extends ReadingCommand<QueryConsumeQueueResponseBody> {
    private static final String ROW = "%-20s  %-20s  %-10s  %-20s  %-6s  %s";

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-q", "--queue"},
            required = true,
            description = "The queue.")
    private int queueId;

    @Option(
            names = {"-i", "--index"},
            required = true,
            description = "The offset in the queue to start at.")
    private long index;

    @Option(
            names = {"-c", "--count"},
            description = "How many entries. Default: ${DEFAULT-VALUE}",
            defaultValue = "10")
    private int count;

    @Option(
            names = {"-b", "--broker"},
            description = "The broker's address. Default: the first broker that has the queue")
    private String brokerAddr;

    @Option(
            names = {"-g", "--consumer"},
            description = "A group: show which entries its subscription would select.")
    private String group;

    @Override
    protected QueryConsumeQueueResponseBody read(Admin admin) throws CommandFailed, InterruptedException {
        String address = brokerAddr == null ? owner(admin) : brokerAddr.trim();
        Request<?> entries = Request.of(
                RequestCode.QUERY_CONSUME_QUEUE,
                new QueryConsumeQueueRequestHeader(topic.trim(), queueId, index, count, group));
        byte[] body = admin.call(address, entries).body();
        if (body.length == 0) {
            throw new CommandFailed("queue " + queueId + " of topic '" + topic + "' has no entry " + index);
        }
        return Json.decode(body, QueryConsumeQueueResponseBody.class);
    }

    private String owner(Admin admin) throws CommandFailed, InterruptedException {
        return TopicQueue.readable(admin, topic.trim()).stream()
                .filter(queue -> queue.queueId() == queueId)
                .findFirst()
                .map(TopicQueue::address)
                .orElseThrow(() -> new CommandFailed("topic '" + topic + "' has no queue " + queueId));
    }

    @Override
    protected void print(QueryConsumeQueueResponseBody queue, Output out) {
        out.format(
                "queue %d of topic %s: min=%d, max=%d", queueId, topic, queue.minQueueIndex(), queue.maxQueueIndex());
        if (queue.subscriptionData() != null) {
            out.format(
                    "subscription of group %s: %s",
                    group, queue.subscriptionData().subString());
        }
        out.format(ROW, "#Offset", "#CommitLog Offset", "#Size", "#Tag Code", "#Match", "#Message");
        long offset = index;
        for (ConsumeQueueData entry : queue.queueData()) {
            out.format(
                    ROW,
                    offset++,
                    entry.physicOffset(),
                    entry.physicSize(),
                    entry.tagsCode(),
                    group == null ? "" : entry.eval(),
                    entry.msg() == null ? "" : entry.msg());
        }
    }
}
