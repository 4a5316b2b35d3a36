package io.ferrymq.distribution.admin;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints a script by which shells complete commands and options. */
@Command(
        name = "generate-completion",
        description = "Print a script for completion in bash and zsh.",
        footer = {
            "",
            "Commands and options are completed by the Tab key then, in this shell. To have it in every shell,",
            "put the line of the example into ~/.bashrc or ~/.zshrc.",
            "Example: source <(mqadmin generate-completion)"
        })
final class GenerateCompletionCommand implements Runnable {
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
        CommandSpec root = spec.root();
        spec.commandLine().getOut().print(AutoComplete.bash(root.name(), root.commandLine()));
        spec.commandLine().getOut().flush();
    }
}
