package io.ferrymq.distribution.admin.message;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.TopicQueue;
import java.nio.charset.Charset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "printMsg",
        description = "Print Message Detail: all messages of a topic.",
        footer = {
            "",
            "Example: mqadmin printMsg -n 127.0.0.1:9876 -t Orders -b 2026-11-30#12:00:00:000 -s 'paid || sent'"
        })
public final class PrintMsgCommand extends MessageListingCommand {
    @Mixin
    private SelectionOptions selection;

    @Option(
            names = {"-d", "--printBody"},
            arity = "1",
            description = "Whether to print bodies (true or false). Default: ${DEFAULT-VALUE}",
            defaultValue = "true")
    private boolean printBody;

    @Option(
            names = {"-l", "--lmqParentTopic"},
            description = "For a light queue: the topic whose brokers have it.")
    private String lmqParentTopic;

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        Charset charset = selection.charset();
        MessageReader reader = selection.reader(admin);
        String routed = lmqParentTopic == null ? topic() : lmqParentTopic.trim();
        for (TopicQueue routedQueue : TopicQueue.readable(admin, routed)) {
            // A light queue is queue 0 of its own name.
            if (lmqParentTopic != null && routedQueue.queueId() != 0) {
                continue;
            }
            TopicQueue queue =
                    new TopicQueue(topic(), routedQueue.brokerName(), routedQueue.queueId(), routedQueue.address());
            Range range = range(admin, queue, selection.begin());
            remark(out, "minOffset=%d, maxOffset=%d, %s", range.from(), range.to(), queue.messageQueue());
            int[] printed = {0};
            reader.read(queue, range.from(), range.to(), message -> {
                print(message, printBody, charset, out);
                printed[0]++;
                return true;
            });
            remark(out, printed[0] == 0 ? "no matched msg in %s" : "print msg finished of %s", queue.messageQueue());
        }
    }
}
