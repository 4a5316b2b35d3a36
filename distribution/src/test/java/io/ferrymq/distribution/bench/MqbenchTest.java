package io.ferrymq.distribution.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.constant.PermName;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.admin.Mqadmin;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** mqbench as a script runs it. */
class MqbenchTest {
    @TempDir
    static Path folder;

    private static LocalCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = LocalCluster.start(folder, LocalCluster.BROKER);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private record Outcome(int status, String out, String err) {}

    private static Outcome run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Mqbench.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new Outcome(status, out.toString(), err.toString());
    }

    private static Outcome bench(String command, String... options) {
        List<String> args = new ArrayList<>(List.of(command, "-n", cluster.nameServerAddress(), "-w", "0", "-d", "30"));
        args.addAll(List.of(options));
        return run(args.toArray(String[]::new));
    }

    private static String well(Outcome outcome) {
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).as(outcome.out()).isZero();
        return outcome.out();
    }

    @ParameterizedTest
    @EnumSource(SendMode.class)
    void shouldSendExactlyAsManyAsWishedInEveryMode(SendMode mode) {
        String topic = "bench-" + mode;
        String count = "1000";
        String out = well(bench("produce", "-t", topic, "-m", mode.name(), "-s", "100", "-c", "4", "-k", count));
        assertThat(out)
                .contains("created topic " + topic + " with 8 queues at 1 broker")
                .contains("1,000 messages in ", "msg/s", "failed    0")
                .containsPattern("latency +p50 .* p99.9 .* max .* ms")
                .containsPattern("(?m)^ +1 s +[0-9,]+ msg/s +p50 ");
        String consumed = well(bench("consume", "-t", topic, "-g", "of-" + mode, "-k", count));
        assertThat(consumed).contains("1,000 messages in ").containsPattern("latency .*age");
    }

    @Test
    void shouldMeasureTheWholeWay() {
        String out = well(bench("roundtrip", "-t", "bench-trips", "-q", "1", "-s", "16", "-r", "0", "-k", "200"));
        assertThat(out).contains("200 messages in ", "from the call of send to the listener", "failed    0");
    }

    @Test
    void shouldNotCountTheWarmUp() {
        Outcome outcome = run(
                "produce", "-n", cluster.nameServerAddress(), "-t", "bench-warm", "-w", "1", "-r", "200", "-k", "20");
        assertThat(well(outcome)).contains("(warm-up)", ": 20 messages in ");
    }

    @Test
    void shouldFailWithTheCauseWhenSendsFail() {
        cluster.createTopic("bench-read-only", 4);
        StringWriter ignored = new StringWriter();
        int changed = Mqadmin.run(
                new PrintWriter(ignored),
                new PrintWriter(ignored),
                "updateTopicPerm",
                "-n",
                cluster.nameServerAddress(),
                "-c",
                LocalCluster.CLUSTER,
                "-t",
                "bench-read-only",
                "-p",
                "4");
        assertThat(changed).as(ignored.toString()).isZero();
        Outcome outcome = bench("produce", "-t", "bench-read-only", "-c", "1", "-k", "3");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).contains("3 x MQClientException", "no permission to write");
        assertThat(outcome.err()).isEqualTo("produce: 3 failures, 0 messages went well" + System.lineSeparator());
    }

    @Test
    void shouldSayThatThereWasNothingToConsume() {
        cluster.createTopic("bench-empty", 1);
        Outcome outcome = run("consume", "-n", cluster.nameServerAddress(), "-t", "bench-empty", "-w", "0", "-d", "1");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains("no message came");
    }

    @Test
    void shouldNotCreateATopicToConsumeFrom() {
        for (int i = 0; i < 2; i++) {
            Outcome outcome = run("consume", "-n", cluster.nameServerAddress(), "-t", "bench-typo", "-d", "1");
            assertThat(outcome.status()).isEqualTo(1);
            assertThat(outcome.err())
                    .contains("topic 'bench-typo' is unknown to the nameserver " + cluster.nameServerAddress());
        }
    }

    @Test
    void shouldSayWhyNothingCanBePulled() {
        well(bench("produce", "-t", "bench-refused", "-q", "1", "-c", "1", "-k", "3"));
        StringWriter said = new StringWriter();
        int changed = Mqadmin.run(
                new PrintWriter(said),
                new PrintWriter(said),
                "updateSubGroup",
                "-n",
                cluster.nameServerAddress(),
                "-b",
                cluster.brokerAddress(),
                "-g",
                "refused",
                "-s",
                "false");
        assertThat(changed).as(said.toString()).isZero();
        Outcome outcome = consume("bench-refused", "refused");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).containsPattern("p50 +–").doesNotContain("0.000 ms");
        assertThat(outcome.err())
                .startsWith("consume: no message came: pulls failed: ")
                .contains(" x pull from " + cluster.brokerAddress() + " refused with NO_PERMISSION (16), first: ")
                .hasLineCount(1);
    }

    @Test
    void shouldSayWhereMessagesWait() {
        well(bench("produce", "-t", "bench-waiting", "-q", "1", "-c", "1", "-k", "3"));
        well(bench("consume", "-t", "bench-waiting", "-g", "waiting", "-k", "3"));
        well(bench("produce", "-t", "bench-waiting", "-c", "1", "-k", "2"));
        cluster.changeTopicAt(cluster.brokerAddress(), "bench-waiting", 1, PermName.PERM_WRITE);
        Outcome outcome = consume("bench-waiting", "waiting");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .startsWith("consume: no message came: 2 wait for group waiting at " + LocalCluster.BROKER);
    }

    private static Outcome consume(String topic, String group) {
        return run("consume", "-n", cluster.nameServerAddress(), "-t", topic, "-g", group, "-w", "0", "-d", "2");
    }

    @Test
    void shouldExplainItself() {
        assertThat(run("--help").out()).contains("produce", "consume", "roundtrip", "exit status");
        for (String command : List.of("produce", "consume", "roundtrip")) {
            Outcome help = run(command, "--help");
            assertThat(help.status()).isZero();
            assertThat(help.out())
                    .contains("--namesrvAddr", "--topic", "--queues", "--duration", "--count", "--warm-up")
                    .contains("Example");
        }
        assertThat(run("produce", "--help").out()).contains("SYNC, ASYNC, ONEWAY, BATCH, AUTOBATCH");
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        Outcome small = bench("produce", "-s", "0");
        assertThat(small.status()).isEqualTo(2);
        assertThat(small.err()).contains("--size is 0, allowed are 1 to 4194304");
        assertThat(bench("consume", "-k", "-1").err()).contains("--count is -1, allowed are 1 and more");
        Outcome unknown = bench("produce", "-m", "quickly");
        assertThat(unknown.status()).isEqualTo(2);
        assertThat(unknown.err()).contains("quickly", "SYNC");
    }

    @Test
    void shouldSayThatNobodyAnswers() {
        Outcome outcome = run("produce", "-n", "127.0.0.1:1", "-d", "1");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains("no nameserver answers").hasLineCount(1);
    }
}
