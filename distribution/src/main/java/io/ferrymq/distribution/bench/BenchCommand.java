package io.ferrymq.distribution.bench;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands of mqbench have in common: where, for how long, and how it is told. */
abstract class BenchCommand extends AdminCommand {
    static final long FINISH_MAX_MS = 10_000;
    private static final long SECONDS_MAX = 365L * 24 * 60 * 60;

    @Option(
            names = {"-t", "--topic"},
            description =
                    "The topic; if there is none, created at every master (not by consume). Default: ${DEFAULT-VALUE}")
    private String topic = "mqbench";

    @Option(
            names = {"-q", "--queues"},
            description = "Queues per broker of a topic that is created, 1 to 1024. Default: ${DEFAULT-VALUE}")
    private int queues = 8;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "SECONDS",
            description = "How long to measure. Default: ${DEFAULT-VALUE}")
    private long durationSeconds = 10;

    @Option(
            names = {"-k", "--count"},
            paramLabel = "MESSAGES",
            description = "End after so many messages, even before the time is over. Default: no limit")
    private long count = Long.MAX_VALUE;

    @Option(
            names = {"-w", "--warm-up"},
            paramLabel = "SECONDS",
            description = "Load before the measurement that is not counted. Default: ${DEFAULT-VALUE}")
    private long warmUpSeconds = 2;

    @Spec
    private CommandSpec spec;

    @Override
    protected final void run(Admin admin, Output out) throws Exception {
        inRange("--queues", queues, 1, 1024);
        inRange("--duration", durationSeconds, 1, SECONDS_MAX);
        inRange("--count", count, 1, Long.MAX_VALUE);
        inRange("--warm-up", warmUpSeconds, 0, SECONDS_MAX);
        checkOptions();
        prepare(admin, out);
        Limits limits =
                new Limits(TimeUnit.SECONDS.toNanos(warmUpSeconds), TimeUnit.SECONDS.toNanos(durationSeconds), count);
        Sitting sitting = new Sitting(limits, out);
        measure(admin, sitting);
        Meter meter = sitting.measured().meter();
        long failures = meter.failures().total();
        if (failures > 0) {
            throw new CommandFailed(failures + " failures, " + meter.messages() + " messages went well");
        }
    }

    final void inRange(String option, long value, long min, long max) {
        if (value < min || value > max) {
            throw new ParameterException(
                    spec.commandLine(),
                    option + " is " + value + ", allowed are " + min
                            + (max == Long.MAX_VALUE ? " and more" : " to " + max));
        }
    }

    /** Sees that there is a topic. */
    void prepare(Admin admin, Output out) throws CommandFailed, InterruptedException {
        BenchTopic.ensure(admin, topic, queues, out);
    }

    /** Looks at the command's own options before anything is done. */
    protected abstract void checkOptions();

    /** Puts the load on, measures and reports. */
    protected abstract void measure(Admin admin, Sitting sitting) throws Exception;

    final String topic() {
        return topic;
    }

    static String nameservers(Admin admin) {
        return String.join(";", admin.nameservers());
    }
}
