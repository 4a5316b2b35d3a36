package io.ferrymq.distribution.admin;

import io.ferrymq.distribution.admin.store.CheckStoreCommand;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of mqadmin: names and options as scripts written for RocketMQ's have them, failures by exit status. */
@Command(
        name = "mqadmin",
        description = "Asks and changes a running cluster.",
        synopsisSubcommandLabel = "<command>",
        footer = {"", "See 'mqadmin help <command>' for more information on a specific command."})
public final class Mqadmin implements Runnable {
    static final int EXIT_FAILED = 1;
    static final int EXIT_USAGE = CommandLine.ExitCode.USAGE;
    private static final int USAGE_WIDTH = 110;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        out.println("The most commonly used mqadmin commands are:");
        spec.subcommands().forEach((name, command) -> {
            String[] description = command.getCommandSpec().usageMessage().description();
            boolean isAlias = !name.equals(command.getCommandName());
            if (!isAlias) {
                out.printf("   %-35s %s%n", name, description[0]);
            }
        });
        out.println();
        out.println("See 'mqadmin help <command>' for more information on a specific command.");
    }

    /** Runs one command line and returns the exit status: 0 when it did what it was asked, 2 when it was asked wrongly, else 1. */
    public static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = commandLine().setOut(out).setErr(err);
        return line.execute(helpLast(args));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Mqadmin());
        Commands.all().forEach(line::addSubcommand);
        line.addSubcommand(new CheckStoreCommand());
        line.addSubcommand(new GenerateCompletionCommand());
        line.setSubcommandsCaseInsensitive(true)
                .setUsageHelpWidth(USAGE_WIDTH)
                .setOverwrittenOptionsAllowed(true)
                .setTrimQuotes(false)
                .setParameterExceptionHandler(Mqadmin::wrongUsage)
                .setExecutionExceptionHandler(Mqadmin::failed);
        return line;
    }

    /** {@code help <command>} is {@code <command> --help}, {@code help} alone the list. */
    private static String[] helpLast(String[] args) {
        if (args.length == 0 || !args[0].equalsIgnoreCase("help")) {
            return args;
        }
        return args.length == 1 ? new String[0] : new String[] {args[1], "--help"};
    }

    private static int wrongUsage(ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        boolean unknownCommand = line.getCommand() instanceof Mqadmin && args.length > 0 && !args[0].startsWith("-");
        if (unknownCommand) {
            line.getErr().println("The sub command " + args[0] + " not exist. " + hint(e));
        } else {
            line.getErr().println(line.getCommandName() + ": " + reason(e));
            line.usage(line.getErr());
        }
        return EXIT_USAGE;
    }

    /** Of an unknown option and a missing one, the unknown one is the cause. */
    private static String reason(ParameterException e) {
        List<String> unknown = e.getCommandLine().getUnmatchedArguments().stream()
                .filter(argument -> argument.startsWith("-"))
                .toList();
        if (unknown.isEmpty() || e instanceof UnmatchedArgumentException) {
            return e.getMessage();
        }
        return "Unknown option: " + String.join(", ", unknown) + ". " + e.getMessage();
    }

    private static String hint(ParameterException e) {
        List<String> similar =
                e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        String lists = "'mqadmin help' lists the commands.";
        return similar.isEmpty() ? lists : "Did you mean " + String.join(" or ", similar) + "? " + lists;
    }

    private static int failed(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
        line.getErr().println(line.getCommandName() + ": " + Reasons.of(e));
        return EXIT_FAILED;
    }
}
