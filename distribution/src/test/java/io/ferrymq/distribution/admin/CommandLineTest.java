package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The command line itself: what every command must have, and what happens to what nobody understands. No server is needed. */
class CommandLineTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int mqadmin(String... args) {
        return Mqadmin.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }

    private static List<CommandLine> commands() {
        return Mqadmin.commandLine().getSubcommands().values().stream()
                .distinct()
                .toList();
    }

    @Test
    void shouldListEveryCommandOnce() {
        assertThat(mqadmin()).isZero();
        String list = out.toString();
        assertThat(list).startsWith("The most commonly used mqadmin commands are:");
        assertThat(list.stripTrailing())
                .endsWith("See 'mqadmin help <command>' for more information on a specific command.");
        for (CommandLine command : commands()) {
            String row = String.format(
                    Locale.ROOT,
                    "   %-35s %s",
                    command.getCommandName(),
                    command.getCommandSpec().usageMessage().description()[0]);
            assertThat(list.lines().filter(row::equals))
                    .as(command.getCommandName())
                    .hasSize(1);
        }
        assertThat(list).contains("generate-completion");
    }

    @Test
    @DisplayName("UP-203: help comes from the options themselves, with an example on every command")
    void up203_describesEveryCommandAndOption() {
        for (CommandLine command : commands()) {
            String name = command.getCommandName();
            assertThat(command.getCommandSpec().usageMessage().description())
                    .as("description of %s", name)
                    .isNotEmpty();
            assertThat(Arrays.asList(command.getCommandSpec().usageMessage().footer()))
                    .as("example of %s", name)
                    .anyMatch(line -> line.startsWith("Example: ") && line.contains("mqadmin " + name));
            for (OptionSpec option : command.getCommandSpec().options()) {
                assertThat(option.description())
                        .as("description of %s %s", name, option.longestName())
                        .isNotEmpty();
            }
            assertThat(mqadmin(name, "--help")).as("%s --help", name).isZero();
            assertThat(out.toString()).contains("Usage: mqadmin " + name);
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldRunTheExamplesAsFarAsTheCommandLine() {
        for (AdminCommand command : Commands.all()) {
            CommandLine line = new CommandLine(command);
            String example = Arrays.stream(line.getCommandSpec().usageMessage().footer())
                    .filter(text -> text.startsWith("Example: mqadmin "))
                    .findFirst()
                    .orElseThrow();
            String[] words = example.substring("Example: mqadmin ".length())
                    .replaceAll("'([^' ]*)'", "$1")
                    .replaceAll("'[^']*'|\"[^\"]*\"", "quoted")
                    .split(" ");
            assertThat(words[0]).isEqualTo(line.getCommandName());
            line.parseArgs(Arrays.copyOfRange(words, 1, words.length));
        }
    }

    @Test
    void shouldPrintJsonOnRequestWhereverItReads() {
        for (AdminCommand command : Commands.all()) {
            CommandLine line = new CommandLine(command);
            if (command instanceof ReadingCommand<?>) {
                assertThat(line.getCommandSpec().findOption("--output"))
                        .as("--output of %s", line.getCommandName())
                        .isNotNull();
            }
        }
    }

    @Test
    void shouldHelpOnOneCommand() {
        assertThat(mqadmin("help", "UPDATETOPIC")).isZero();
        assertThat(out.toString()).startsWith("Usage: mqadmin updateTopic").contains("--readQueueNums", "Example: ");
    }

    @Test
    void shouldTakeNamesInAnyCase() {
        assertThat(mqadmin("CLUSTERLIST", "-h")).isZero();
        assertThat(out.toString()).contains("Usage: mqadmin clusterList");
    }

    @Test
    void shouldFailOnAnUnknownCommand() {
        assertThat(mqadmin("noSuchThing", "-t", "T")).isEqualTo(2);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("The sub command noSuchThing not exist.");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldNameTheCommandsThatLookLikeAMisspeltOne() {
        assertThat(mqadmin("topcList")).isEqualTo(2);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("The sub command topcList not exist. Did you mean topicList");
    }

    @Test
    void shouldFailOnAMissingOptionWithTheUsage() {
        assertThat(mqadmin("deleteTopic", "-t", "T")).isEqualTo(2);
        assertThat(err.toString()).contains("--clusterName", "Usage: mqadmin deleteTopic");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldFailOnBrokerAndClusterTogether() {
        assertThat(mqadmin("brokerStatus", "-b", "a:1", "-c", "C")).isEqualTo(2);
        assertThat(err.toString()).contains("mutually exclusive");
    }

    @Test
    @DisplayName("UP-203: a nameserver that cannot be reached is one line on stderr and exit status 1")
    void up203_failsInOneLineWhenNobodyAnswers() {
        assertThat(mqadmin("topicList", "-n", "127.0.0.1:1")).isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("topicList: no nameserver answers")
                .contains("127.0.0.1:1", "NAMESRV_ADDR");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldFailInOneLineOnANameserverThatIsNoAddress() {
        assertThat(mqadmin("topicList", "-n", "here")).isEqualTo(1);
        assertThat(err.toString().lines()).singleElement().asString().contains("'here'");
    }

    @Test
    void shouldPrintAScriptThatCompletesCommandsAndOptions() {
        assertThat(mqadmin("generate-completion")).isZero();
        assertThat(out.toString()).contains("updateTopic", "--readQueueNums", "complete -F _complete_mqadmin", "zsh");
    }
}
