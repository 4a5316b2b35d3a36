package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.protocol.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** mqadmin as a script runs it, against the cluster of a test. */
final class AdminShell {
    private final LocalCluster cluster;

    AdminShell(LocalCluster cluster) {
        this.cluster = cluster;
    }

    /** What a command has left: its exit status and what it has printed. */
    record Outcome(int status, String out, String err) {
        /** The output's lines, without blanks at their ends. */
        List<String> lines() {
            return out.lines().map(String::stripTrailing).toList();
        }

        /** The columns of the first row that begins with this value, which is one of them. */
        List<String> row(String first) {
            return lines().stream()
                    .map(line -> List.of(line.trim().split("\\s+")))
                    .filter(columns -> columns.get(0).equals(first))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no row '" + first + "' in:\n" + out));
        }

        /** Checks that it failed with one line, and returns that. */
        String failure() {
            assertThat(status).isEqualTo(1);
            assertThat(err.lines()).hasSize(1);
            return err.strip();
        }

        <T> T json(Class<T> type) {
            return Json.decodeText(out, type);
        }
    }

    Outcome run(String command, String... options) {
        String[] args = new String[options.length + 3];
        args[0] = command;
        args[1] = "-n";
        args[2] = cluster.nameServerAddress();
        System.arraycopy(options, 0, args, 3, options.length);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Mqadmin.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new Outcome(status, out.toString(), err.toString());
    }

    /** Runs a command that succeeds. */
    Outcome done(String command, String... options) {
        Outcome outcome = run(command, options);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome;
    }

    /** Runs a command that fails; it must say so in one line. */
    String refused(String command, String... options) {
        return run(command, options).failure();
    }

    /** The lines of a command that succeeds, as they are. */
    List<String> lines(String command, String... options) {
        return done(command, options).out().lines().toList();
    }

    /** Runs a reading command with {@code --output json}. */
    JsonNode json(String command, String... options) {
        String[] args = Arrays.copyOf(options, options.length + 2);
        args[options.length] = "--output";
        args[options.length + 1] = "json";
        return JsonMapper.shared().readTree(done(command, args).out());
    }

    void createTopic(String topic, int queues) {
        String count = Integer.toString(queues);
        done("updateTopic", "-c", LocalCluster.CLUSTER, "-t", topic, "-r", count, "-w", count);
    }

    /** Sends through the command, and returns the unique id. */
    String send(String topic, int queueId, String body, String... options) {
        String[] args = new String[options.length + 8];
        String[] fixed = {"-t", topic, "-b", LocalCluster.BROKER, "-i", Integer.toString(queueId), "-p", body};
        System.arraycopy(fixed, 0, args, 0, fixed.length);
        System.arraycopy(options, 0, args, fixed.length, options.length);
        return done("sendMessage", args).row(LocalCluster.BROKER).get(3);
    }
}
