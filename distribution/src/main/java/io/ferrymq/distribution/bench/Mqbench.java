package io.ferrymq.distribution.bench;

import io.ferrymq.distribution.admin.Reasons;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of mqbench. */
@Command(
        name = "mqbench",
        description = "Puts load on a cluster and measures it: ours, or any other of this protocol.",
        synopsisSubcommandLabel = "<command>",
        subcommands = {ProduceCommand.class, ConsumeCommand.class, RoundTripCommand.class},
        footer = {
            "",
            "Each command prints a line a second, then a summary: rate, percentiles, failures by cause.",
            "The exit status is 0 when nothing failed, 2 when the command line is wrong, else 1.",
            "See 'mqbench <command> --help' for its options."
        })
public final class Mqbench implements Runnable {
    private static final int EXIT_FAILED = 1;
    private static final int USAGE_WIDTH = 110;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this help.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean help;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Runs one command line and returns the exit status: 0 when nothing failed, 2 when the command line is wrong, else 1. */
    public static int run(PrintWriter out, PrintWriter err, String... args) {
        return new CommandLine(new Mqbench())
                .setOut(out)
                .setErr(err)
                .setUsageHelpWidth(USAGE_WIDTH)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Mqbench::wrongUsage)
                .setExecutionExceptionHandler(Mqbench::failed)
                .execute(args);
    }

    private static int wrongUsage(ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        line.getErr().println(line.getCommandName() + ": " + e.getMessage());
        line.usage(line.getErr());
        return CommandLine.ExitCode.USAGE;
    }

    private static int failed(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
        line.getErr().println(line.getCommandName() + ": " + Reasons.of(e));
        return EXIT_FAILED;
    }
}
