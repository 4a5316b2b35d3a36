package io.ferrymq.distribution.bench;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.common.Clock;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.group.GroupProgress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "consume",
        description = "Receive messages and measure rate and age.",
        footer = {
            "",
            "The age of a message is the time from its producer's clock to its arrival here: on one machine the"
                    + " latency of",
            "the whole way, for messages that have been waiting how long they waited.",
            "",
            "Examples:",
            "  mqbench consume -n 127.0.0.1:9876 -k 1000000 -d 60     a million messages, in a minute at most",
            "  mqbench consume -n 127.0.0.1:9876 --from last          only what comes from now on"
        })
public final class ConsumeCommand extends BenchCommand {
    private enum From {
        FIRST,
        LAST
    }

    @Option(
            names = {"-g", "--group"},
            description = "The consumer group; it goes on where it ended last time. Default: ${DEFAULT-VALUE}")
    private String group = "mqbench-consumer";

    @Option(
            names = "--from",
            description = "Where a new group begins: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
    private From from = From.FIRST;

    @Option(
            names = {"-c", "--threads"},
            description = "Consuming threads, 1 to 1000. Default: ${DEFAULT-VALUE}")
    private int threads = 20;

    @Option(
            names = "--listener-batch",
            paramLabel = "MESSAGES",
            description = "Most messages in one call of the listener, 1 to 1024. Default: ${DEFAULT-VALUE}")
    private int listenerBatch = 32;

    @Override
    protected void checkOptions() {
        inRange("--threads", threads, 1, 1000);
        inRange("--listener-batch", listenerBatch, 1, 1024);
    }

    @Override
    void prepare(Admin admin, Output out) throws CommandFailed, InterruptedException {
        if (admin.findRoute(topic()).isEmpty()) {
            throw new CommandFailed("topic '" + topic() + "' is unknown to the nameserver " + nameservers(admin)
                    + "; 'mqadmin topicList' lists the topics");
        }
    }

    @Override
    protected void measure(Admin admin, Sitting sitting) throws Exception {
        ConsumeFromWhere where = from == From.FIRST
                ? ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET
                : ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET;
        DefaultMQPushConsumer consumer = Clients.consumer(
                nameservers(admin),
                group,
                where,
                topic(),
                (messages, context) -> {
                    arrived(messages, sitting);
                    return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
                },
                new PullFailures(sitting));
        consumer.setConsumeThreadMin(threads);
        consumer.setConsumeThreadMax(threads);
        consumer.setConsumeMessageBatchMaxSize(listenerBatch);
        consumer.setPullBatchSize(listenerBatch);
        consumer.start();
        try {
            sitting.watch();
        } finally {
            consumer.shutdown();
        }
        sitting.report("group " + group + " from " + topic(), "age: from the producer's clock to arrival");
        if (sitting.measured().meter().messages() == 0) {
            throw new CommandFailed("no message came: " + whyNone(admin, sitting));
        }
    }

    private String whyNone(Admin admin, Sitting sitting) throws InterruptedException {
        Failures failures = sitting.measured().meter().failures();
        if (failures.total() > 0) {
            return "pulls failed: " + String.join("; ", failures.lines());
        }
        try {
            Map<String, Long> unread = GroupProgress.everywhere(admin, group, topic()).queues().stream()
                    .filter(queue -> queue.diff() > 0)
                    .collect(Collectors.groupingBy(
                            GroupProgress.QueueProgress::brokerName,
                            TreeMap::new,
                            Collectors.summingLong(GroupProgress.QueueProgress::diff)));
            if (!unread.isEmpty()) {
                return unread.entrySet().stream()
                                .map(broker ->
                                        broker.getValue() + " wait for group " + group + " at " + broker.getKey())
                                .collect(Collectors.joining(", "))
                        + ", and none was pulled in time";
            }
        } catch (CommandFailed e) {
            return "how far group " + group + " is cannot be read: " + e.getMessage();
        }
        return "the group has consumed all there is, or nobody sends to " + topic();
    }

    private static void arrived(List<MessageExt> messages, Sitting sitting) {
        long nowMs = Clock.system().nowMs();
        Phase phase = sitting.now();
        for (MessageExt message : messages) {
            if (phase.take(1) > 0) {
                long ageNanos = TimeUnit.MILLISECONDS.toNanos(nowMs - message.getBornTimestamp());
                phase.meter().done(1, message.getBody().length, ageNanos);
            }
        }
        if (phase.isOver()) {
            sitting.end();
        }
    }
}
