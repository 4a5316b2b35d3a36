package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.message.Message;
import io.ferrymq.common.topic.TopicValidator;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.distribution.admin.TopicQueue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "sendMessage",
        description = "Send a message.",
        footer = {"", "Example: mqadmin sendMessage -n 127.0.0.1:9876 -t Orders -p 'hello' -k order-17 -c paid"})
public final class SendMessageCommand extends ReadingCommand<MessageSender.Sent> {
    private static final String GROUP = "mqadmin_send";
    private static final String ROW = "%-32s  %-4s  %-20s  %s";

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-p", "--body"},
            required = true,
            description = "The body, as UTF-8.")
    private String body;

    @Option(
            names = {"-k", "--key"},
            description = "Keys, separated by blanks.")
    private String keys;

    @Option(
            names = {"-c", "--tags"},
            description = "The tag.")
    private String tags;

    @Option(
            names = {"-b", "--broker"},
            description = "The broker's name. Default: any")
    private String broker;

    @Option(
            names = {"-i", "--qid"},
            description = "The queue; needs -b. Default: any")
    private Integer queueId;

    @Option(
            names = {"-m", "--msgTraceEnable"},
            arity = "1",
            description = "Whether to write a trace of it (true or false). Default: false")
    private boolean msgTraceEnable;

    @Override
    protected MessageSender.Sent read(Admin admin) throws CommandFailed, InterruptedException {
        if (queueId != null && broker == null) {
            throw new CommandFailed("-i needs -b: the broker whose queue it is");
        }
        MessageSender sender = new MessageSender(admin, GROUP);
        List<TopicQueue> queues = sender.queues(topic.trim(), broker).stream()
                .filter(queue -> queueId == null || queue.queueId() == queueId)
                .toList();
        if (queues.isEmpty()) {
            throw new CommandFailed("topic '" + topic + "' has no queue " + queueId + " at broker '" + broker + "'");
        }
        Message message = new Message(topic.trim(), body.getBytes(StandardCharsets.UTF_8));
        if (tags != null) {
            message.setTags(tags);
        }
        if (keys != null) {
            message.setKeys(keys);
        }
        TopicQueue queue = queues.get(ThreadLocalRandom.current().nextInt(queues.size()));
        long startMs = System.currentTimeMillis();
        MessageSender.Sent sent = sender.send(message, queue);
        if (msgTraceEnable) {
            trace(sender, message, queue, sent, startMs);
        }
        return sent;
    }

    private static void trace(
            MessageSender sender, Message message, TopicQueue queue, MessageSender.Sent sent, long startMs)
            throws CommandFailed, InterruptedException {
        TraceRecord record = TraceRecord.published(
                GROUP,
                message.getTopic(),
                message.getTags(),
                message.getKeys(),
                message.getBody().length,
                new TraceRecord.SentAt(
                        startMs,
                        System.currentTimeMillis() - startMs,
                        sent.msgId(),
                        sent.offsetMsgId(),
                        queue.address()));
        Message trace =
                new Message(TopicValidator.RMQ_SYS_TRACE_TOPIC, record.encode().getBytes(StandardCharsets.UTF_8));
        trace.setKeys(message.getKeys() == null ? sent.msgId() : sent.msgId() + " " + message.getKeys());
        try {
            sender.send(
                    trace, sender.queues(trace.getTopic(), queue.brokerName()).get(0));
        } catch (CommandFailed e) {
            throw new CommandFailed(
                    "message " + sent.msgId() + " is stored, but its trace is not: " + e.getMessage(), e);
        }
    }

    @Override
    protected void print(MessageSender.Sent sent, Output out) {
        out.format(ROW, "#Broker Name", "#QID", "#Send Result", "#MsgId");
        out.format(ROW, sent.brokerName(), sent.queueId(), sent.status(), sent.msgId());
    }
}
