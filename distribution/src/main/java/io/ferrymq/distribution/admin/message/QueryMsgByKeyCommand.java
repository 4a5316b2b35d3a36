package io.ferrymq.distribution.admin.message;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.distribution.admin.Times;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "queryMsgByKey",
        description = "Query Message by Key.",
        footer = {"", "Example: mqadmin queryMsgByKey -n 127.0.0.1:9876 -t Orders -k order-17"})
public final class QueryMsgByKeyCommand extends ReadingCommand<List<MessageView>> {
    private static final String ROW = "%-50s  %4s  %40s";

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-k", "--msgKey"},
            required = true,
            description = "The key.")
    private String key;

    @Option(
            names = {"-b", "--beginTimestamp"},
            description = "Stored at this time or later. " + Times.FORMS + ". Default: ${DEFAULT-VALUE}",
            defaultValue = "0")
    private String begin;

    @Option(
            names = {"-e", "--endTimestamp"},
            description = "Stored at this time or before. Default: any time")
    private String end;

    @Option(
            names = {"-m", "--maxNum"},
            description = "At most so many messages of each broker. Default: ${DEFAULT-VALUE}",
            defaultValue = "64")
    private int maxNum;

    @Option(
            names = {"-c", "--cluster"},
            description = "Only the brokers of this cluster.")
    private String cluster;

    @Override
    protected List<MessageView> read(Admin admin) throws CommandFailed, InterruptedException {
        long nowMs = System.currentTimeMillis();
        long endMs = end == null ? Long.MAX_VALUE : Times.parse(end, nowMs);
        List<MessageView> messages = new MessageFinder(admin, cluster)
                .byKey(topic.trim(), key.trim(), maxNum, Times.parse(begin, nowMs), endMs).stream()
                        .map(message -> MessageView.of(message, StandardCharsets.UTF_8))
                        .toList();
        if (messages.isEmpty()) {
            throw new CommandFailed("no message of topic '" + topic + "' has the key '" + key + "'"
                    + (end == null && begin.equals("0") ? "" : " in this time"));
        }
        return messages;
    }

    @Override
    protected void print(List<MessageView> messages, Output out) {
        out.format(ROW, "#Message ID", "#QID", "#Offset");
        messages.forEach(message -> out.format(ROW, message.msgId(), message.queueId(), message.queueOffset()));
    }
}
