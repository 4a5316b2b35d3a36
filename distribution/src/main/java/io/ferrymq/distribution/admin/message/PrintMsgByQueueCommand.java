package io.ferrymq.distribution.admin.message;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.TopicQueue;
import java.nio.charset.Charset;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "printMsgByQueue",
        description = "Print Message Detail by queueId.",
        footer = {"", "Example: mqadmin printMsgByQueue -n 127.0.0.1:9876 -t Orders -a broker-a -i 0 -p true -f true"})
public final class PrintMsgByQueueCommand extends MessageListingCommand {
    @Mixin
    private SelectionOptions selection;

    @Option(
            names = {"-a", "--brokerName"},
            required = true,
            description = "The broker's name.")
    private String brokerName;

    @Option(
            names = {"-i", "--queueId"},
            required = true,
            description = "The queue.")
    private int queueId;

    @Option(
            names = {"-p", "--print"},
            arity = "1",
            description = "Whether to print the messages (true or false). Default: false")
    private boolean printMessages;

    @Option(
            names = {"-d", "--printBody"},
            arity = "1",
            description = "Whether to print bodies (true or false). Default: false")
    private boolean printBody;

    @Option(
            names = {"-f", "--calculate"},
            arity = "1",
            description = "Whether to count the messages of each tag (true or false). Default: false")
    private boolean calculate;

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        Charset charset = selection.charset();
        TopicQueue queue = TopicQueue.at(admin, topic(), brokerName.trim(), queueId);
        Range range = range(admin, queue, selection.begin());
        Map<String, Integer> counts = new TreeMap<>();
        selection.reader(admin).read(queue, range.from(), range.to(), message -> {
            if (printMessages) {
                print(message, printBody, charset, out);
            }
            counts.merge(message.getTags() == null ? "" : message.getTags(), 1, Integer::sum);
            return true;
        });
        if (calculate) {
            counts.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
                    .forEach(tag -> remark(out, "Tag: %-30s Count: %d", tag.getKey(), tag.getValue()));
        }
        remark(
                out,
                "%d messages between offset %d and %d of %s",
                counts.values().stream().mapToInt(Integer::intValue).sum(),
                range.from(),
                range.to(),
                queue.messageQueue());
    }
}
