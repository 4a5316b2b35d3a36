package io.ferrymq.distribution.admin.store;

import io.ferrymq.broker.delay.DelayLevels;
import io.ferrymq.common.Clock;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.logging.LogFiles;
import io.ferrymq.store.check.CheckListener;
import io.ferrymq.store.check.CheckSummary;
import io.ferrymq.store.check.CheckTarget;
import io.ferrymq.store.check.Finding;
import io.ferrymq.store.check.Finding.Severity;
import io.ferrymq.store.check.StoreCheck;
import io.ferrymq.store.check.StoreRepair;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "checkStore",
        description = "Verify a store directory: every message, and all that is derived from them.",
        footer = {
            "",
            "Reads only, unless --repair is given. Works on stores of FerryMQ and of RocketMQ, with file sizes as"
                    + " found. While",
            "a broker has the store open, what its last checkpoint covers is checked. Prints 'damaged' for what stands",
            "nowhere else, 'rebuildable' for what --repair makes anew from the log, 'note' for what is worth knowing.",
            "The exit status is 1 when anything but notes was found and is still there.",
            "Example: mqadmin checkStore -s /var/lib/ferrymq/store"
        })
public final class CheckStoreCommand implements Callable<Integer> {
    private static final String STORE_LOGGERS = "io.ferrymq.store";
    private static final long PROGRESS_INTERVAL_NANOS = 2_000_000_000L;

    @Option(
            names = {"-s", "--storePath"},
            required = true,
            description = "The store directory (storePathRootDir).")
    private Path storePath;

    @Option(
            names = "--commitLogPath",
            description = "Where the commit log is (storePathCommitLog). Default: commitlog in the store directory")
    private Path commitLogPath;

    @Option(names = "--delayLevels", description = "messageDelayLevel of the broker, when it is not the default.")
    private String delayLevels;

    @Option(names = "--noIndex", description = "The broker keeps no index of keys (messageIndexEnable=false).")
    private boolean noIndex;

    @Option(
            names = "--repair",
            description = "Rebuild what is derived from the log. Never changes a message. The broker must be stopped.")
    private boolean repair;

    @Option(
            names = "--max",
            description = "How many findings to print; the others are counted. Default: ${DEFAULT-VALUE}",
            defaultValue = "1000")
    private int maxPrinted;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this help.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean help;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandFailed {
        Output out = new Output(spec.commandLine().getOut());
        CheckTarget target = target();
        StateFiles states = StateFiles.read(storePath.resolve("config"));
        FindingPrinter printer = check(target, states, out);
        if (repair && printer.inUse) {
            throw new CommandFailed(
                    "--repair was not done: " + storePath + " is in use by a broker; stop it first, then repair");
        }
        if (repair && printer.problems() > 0) {
            out.line("Repairing");
            states.restore(out::line);
            repair(target, printer.findings(), out);
            out.line("Checking again");
            printer = check(target, StateFiles.read(storePath.resolve("config")), out);
            if (printer.problems() > 0) {
                out.line(advice(target, printer.findings()));
            }
        }
        return printer.problems() == 0 ? 0 : 1;
    }

    /** Repair has opened the store, so damage in its log or queues keeps no broker from starting; other damage may. */
    private static String advice(CheckTarget target, List<Finding> findings) {
        Path queuesDir = target.rootDir().resolve("consumequeue");
        boolean onlyMessages = findings.stream()
                .filter(Finding::isProblem)
                .allMatch(finding -> finding.severity() == Severity.DAMAGED
                        && (finding.file().startsWith(target.commitLogDir())
                                || finding.file().startsWith(queuesDir)));
        return onlyMessages
                ? "Damaged messages are lost, and consumers skip them; everything else is in order. The broker may be"
                        + " started."
                : "What is still named above could not be rebuilt: mend it or restore it from a copy before the broker"
                        + " is started.";
    }

    /** The next check prints what recovery would log. */
    private static void repair(CheckTarget target, List<Finding> findings, Output out) {
        LogFiles.silencing(STORE_LOGGERS, () -> {
            StoreRepair.run(target, findings, Clock.system(), out::line);
            return null;
        });
    }

    private CheckTarget target() throws CommandFailed {
        CheckTarget target = CheckTarget.of(storePath).withIndexEnabled(!noIndex);
        if (commitLogPath != null) {
            target = target.withCommitLogDir(commitLogPath);
        }
        if (delayLevels != null) {
            try {
                target = target.withDelayLevelsMs(DelayLevels.parse(delayLevels).delaysMs());
            } catch (IllegalArgumentException e) {
                throw new CommandFailed("--delayLevels: " + e.getMessage(), e);
            }
        }
        return target;
    }

    private FindingPrinter check(CheckTarget target, StateFiles states, Output out) {
        FindingPrinter printer =
                new FindingPrinter(out, spec.commandLine().getErr(), maxPrinted, PROGRESS_INTERVAL_NANOS);
        CheckSummary summary = LogFiles.silencing(
                STORE_LOGGERS, () -> StoreCheck.run(target.withKnownTopics(states::isKnownTopic), printer));
        printer.inUse = summary.inUse();
        states.check(summary, printer);
        printer.end();
        out.format(
                "%d messages, %d queue entries, %d index entries; log addresses %d to %d%s: %s",
                summary.records(),
                summary.queueEntries(),
                summary.indexEntries(),
                summary.logMin(),
                summary.logEnd(),
                summary.inUse() ? ", in use" : "",
                printer.problems() == 0 ? "nothing wrong" : printer.problems() + " problems");
        return printer;
    }

    /** Prints findings as they come, and now and then how far the check is. */
    private static final class FindingPrinter implements CheckListener {
        private final Output out;
        private final PrintWriter err;
        private final int max;
        private final long intervalNanos;
        private final List<Finding> kept = new ArrayList<>();
        private long printed;
        private long unprinted;
        private long problems;
        private boolean inUse;
        private long progressAtNanos = System.nanoTime();

        FindingPrinter(Output out, PrintWriter err, int max, long intervalNanos) {
            this.out = out;
            this.err = err;
            this.max = max;
            this.intervalNanos = intervalNanos;
        }

        @Override
        public void found(Finding finding) {
            problems += finding.isProblem() ? 1 : 0;
            kept.add(finding);
            if (printed < max) {
                printed++;
                out.format("%-12s %s", finding.severity().name().toLowerCase(Locale.ROOT), finding);
            } else {
                unprinted++;
            }
        }

        @Override
        public void progress(long doneBytes, long allBytes, long records) {
            long nowNanos = System.nanoTime();
            if (nowNanos - progressAtNanos >= intervalNanos) {
                progressAtNanos = nowNanos;
                err.println(doneBytes * 100 / Math.max(1, allBytes) + " % of the log, " + records + " messages");
            }
        }

        void end() {
            if (unprinted > 0) {
                out.line(unprinted + " more findings are not printed (--max)");
            }
        }

        long problems() {
            return problems;
        }

        List<Finding> findings() {
            return kept;
        }
    }
}
