package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.topic.TopicValidator;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.HumanTime;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.distribution.admin.Times;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "queryMsgTraceById",
        description = "Query a message trace: what tracing producers and consumers have written down of a message.",
        footer = {"", "Example: mqadmin queryMsgTraceById -n 127.0.0.1:9876 -i 7F0000010ED818B4AAC23A6C5D2E0000"})
public final class QueryMsgTraceByIdCommand extends ReadingCommand<MessageTrace> {
    private static final String ROW = "%-10s %-20s %-20s %-20s %-10s %-10s";

    @Option(
            names = {"-i", "--msgId"},
            required = true,
            description = "The message's unique id.")
    private String id;

    @Option(
            names = {"-t", "--traceTopic"},
            description = "The topic with the traces. Default: ${DEFAULT-VALUE}",
            defaultValue = TopicValidator.RMQ_SYS_TRACE_TOPIC)
    private String traceTopic;

    @Option(
            names = {"-b", "--beginTimestamp"},
            description = "Written at this time or later. " + Times.FORMS + ". Default: ${DEFAULT-VALUE}",
            defaultValue = "0")
    private String begin;

    @Option(
            names = {"-e", "--endTimestamp"},
            description = "Written at this time or before. Default: any time")
    private String end;

    @Option(
            names = {"-c", "--maxNum"},
            description = "At most so many trace messages of each broker. Default: ${DEFAULT-VALUE}",
            defaultValue = "64")
    private int maxNum;

    @Override
    protected MessageTrace read(Admin admin) throws CommandFailed, InterruptedException {
        long nowMs = System.currentTimeMillis();
        long endMs = end == null ? Long.MAX_VALUE : Times.parse(end, nowMs);
        admin.route(traceTopic.trim());
        List<MessageExt> messages = new MessageFinder(admin, null)
                .byKey(traceTopic.trim(), id.trim(), maxNum, Times.parse(begin, nowMs), endMs);
        MessageTrace trace = MessageTrace.of(id.trim(), messages);
        if (trace.isEmpty()) {
            throw new CommandFailed("topic '" + traceTopic + "' has no trace of message " + id
                    + ": only clients that are told to trace write one");
        }
        return trace;
    }

    @Override
    protected void print(MessageTrace trace, Output out) {
        if (!trace.produced().isEmpty()) {
            out.format(ROW, "#Type", "#ProducerGroup", "#ClientHost", "#SendTime", "#CostTimes", "#Status");
            trace.produced().forEach(step -> print(step, out));
            out.line("");
        }
        if (!trace.consumed().isEmpty()) {
            out.format(ROW, "#Type", "#ConsumerGroup", "#ClientHost", "#ConsumerTime", "#CostTimes", "#Status");
            trace.consumed().forEach(step -> print(step, out));
            out.line("");
        }
    }

    private static void print(MessageTrace.Step step, Output out) {
        out.format(
                ROW,
                step.type(),
                step.group(),
                step.clientHost(),
                HumanTime.seconds(step.timeMs()),
                step.costMs() + "ms",
                step.status());
    }
}
