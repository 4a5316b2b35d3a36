package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.Times;
import io.ferrymq.distribution.admin.TopicQueue;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "resendDeadLetters",
        description = "Send dead letters of a group again, each once.",
        footer = {
            "",
            "What was sent again before is not sent a second time, so the command may be repeated.",
            "",
            "Example: mqadmin resendDeadLetters -n 127.0.0.1:9876 -g Billing --rate 100 --dryRun"
        })
public final class ResendDeadLettersCommand extends AdminCommand {
    private static final String ROW = "%-40s  %-32s  %s";

    /** Whom it is sent to. */
    enum Target {
        retry,
        origin
    }

    /** What became of a dead letter. */
    enum Result {
        RESENT,
        ALREADY_RESENT,
        WOULD_BE_RESENT,
        FAILED
    }

    @Option(
            names = {"-g", "--group"},
            required = true,
            description = "The consumer group whose dead letters they are.")
    private String group;

    @Option(
            names = "--to",
            description = "Where to: ${COMPLETION-CANDIDATES}. retry: to this group alone; origin: to the topic it came"
                    + " from, so to all its groups. Default: ${DEFAULT-VALUE}",
            defaultValue = "retry")
    private Target target;

    @Option(
            names = {"-i", "--msgId"},
            split = ",",
            description = "Only these message ids, comma separated.")
    private List<String> ids;

    @Option(
            names = {"-k", "--msgKey"},
            description = "Only messages with this key.")
    private String key;

    @Option(
            names = {"-b", "--beginTimestamp"},
            description = "Only dead since this time or later. " + Times.FORMS)
    private String begin;

    @Option(
            names = {"-e", "--endTimestamp"},
            description = "Only dead since this time or before.")
    private String end;

    @Option(
            names = "--rate",
            description = "At most so many messages a second, 1 to 100000. Default: ${DEFAULT-VALUE}",
            defaultValue = "1000")
    private int rate;

    @Option(names = "--dryRun", description = "Only show what would be done.")
    private boolean dryRun;

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        if (rate < 1 || rate > 100_000) {
            throw new CommandFailed("--rate must be from 1 to 100000, was " + rate);
        }
        String topic = MixAll.getDLQTopic(group.trim());
        if (admin.findRoute(topic).isEmpty()) {
            throw new CommandFailed(
                    "group '" + group.trim() + "' has no dead letters: topic '" + topic + "' does not exist");
        }
        DeadLetters letters =
                new DeadLetters(admin, new MessageFinder(admin, null), group.trim(), target == Target.retry);
        Map<Result, Integer> counts = new EnumMap<>(Result.class);
        out.format(ROW, "#Message ID", "#Topic", "#Result");
        long nowMs = System.currentTimeMillis();
        long fromMs = begin == null ? 0 : Times.parse(begin, nowMs);
        long toMs = end == null ? Long.MAX_VALUE : Times.parse(end, nowMs);
        for (TopicQueue queue : TopicQueue.readable(admin, topic)) {
            long last = queue.maxOffset(admin);
            MessageReader.ofTools(admin, MessageReader.ALL).read(queue, queue.minOffset(admin), last, dead -> {
                boolean inTime = dead.getStoreTimestamp() >= fromMs && dead.getStoreTimestamp() <= toMs;
                if (inTime && isWanted(dead)) {
                    counts.merge(resend(letters, dead, out), 1, Integer::sum);
                }
                return true;
            });
        }
        out.line("");
        counts.forEach((result, count) -> out.format("%s: %d", result, count));
        if (counts.isEmpty()) {
            out.line("no dead letter was asked for");
        }
        if (counts.containsKey(Result.FAILED)) {
            throw new CommandFailed(
                    counts.get(Result.FAILED) + " dead letters were not sent again; repeat the command");
        }
    }

    private boolean isWanted(MessageExt dead) {
        boolean byId = ids == null
                || ids.stream()
                        .map(String::trim)
                        .anyMatch(id -> id.equals(DeadLetters.id(dead)) || id.equals(DeadLetters.offsetId(dead)));
        boolean byKey = key == null
                || (dead.getKeys() != null
                        && Arrays.asList(dead.getKeys().split(" ")).contains(key.trim()));
        return byId && byKey;
    }

    private Result resend(DeadLetters letters, MessageExt dead, Output out) throws InterruptedException {
        Result result;
        String topic = "";
        String more = "";
        try {
            topic = letters.target(dead);
            if (letters.isSentAgain(dead)) {
                result = Result.ALREADY_RESENT;
            } else if (dryRun) {
                result = Result.WOULD_BE_RESENT;
            } else {
                letters.send(dead);
                result = Result.RESENT;
                pause();
            }
        } catch (CommandFailed e) {
            result = Result.FAILED;
            more = ": " + e.getMessage();
        }
        out.format(ROW, DeadLetters.id(dead), topic, result + more);
        return result;
    }

    private void pause() throws InterruptedException {
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) / rate);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
