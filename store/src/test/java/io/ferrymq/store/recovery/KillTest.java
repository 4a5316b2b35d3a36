package io.ferrymq.store.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.KeyQueryResult;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.ReadResult;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.check.CheckTarget;
import io.ferrymq.store.check.Finding;
import io.ferrymq.store.check.StoreCheck;
import io.ferrymq.store.testing.StoreChecker;
import io.ferrymq.store.testing.StoreFixture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that appends is killed at random moments; what it had answered OK must be there. */
class KillTest {
    private static final int FEW = 3;
    private static final int MANY = 100;

    @TempDir
    Path dir;

    private final List<String> acknowledged = new ArrayList<>();

    @Test
    @DisplayName("UP-127, UP-128: killed under load a few times in a row, with small files")
    void up127_up128_shouldKeepEveryAcknowledgedMessageAtItsOffset() throws Exception {
        runCycles(FEW, false);
    }

    @Test
    void shouldKeepEveryMessageAcknowledgedAfterAForce() throws Exception {
        runCycles(1, true);
    }

    @Test
    @Tag("soak")
    @DisplayName("UP-127, UP-128: killed under load many times")
    void up127_up128_soak() throws Exception {
        runCycles(MANY, false);
    }

    @Test
    @DisplayName("the start after a kill reads what was not dispatched, however much there is and however old the last"
            + " checkpoint")
    void shouldReadOnlyTheEndOfTheLogAfterAKill() throws Exception {
        killAfter(4000, 7, false);
        StoreConfig config = KilledProcess.config(dir, false);
        long recordsRead = RecoveryOf.store(config).recordsRead();
        long all;
        try (MessageStore store = StoreFixture.open(config)) {
            all = StoreChecker.check(store);
        }
        assertThat(all).isGreaterThan(4000);
        // What the threads had appended since the last of them dispatched, at one in three of their messages.
        assertThat(recordsRead).isBetween(1L, 200L);
    }

    private void runCycles(int cycles, boolean sync) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int cycle = 0; cycle < cycles; cycle++) {
            int before = acknowledged.size();
            killAfter(random.nextInt(4000) + 50, cycle, sync);
            try (MessageStore store = StoreFixture.open(KilledProcess.config(dir, sync))) {
                String what = "seed " + seed + ", cycle " + cycle;
                StoreFixture.settle(store);
                // What was answered before earlier kills was checked then; samples of it are enough.
                int step = Math.max(1, before / 500);
                for (int i = 0; i < acknowledged.size(); i += i < before ? step : 1) {
                    check(store, acknowledged.get(i), what);
                }
                assertThat(StoreChecker.check(store)).as(what).isGreaterThanOrEqualTo(acknowledged.size());
            }
            List<Finding> problems = new ArrayList<>();
            StoreCheck.run(CheckTarget.of(dir), problems::add);
            assertThat(problems).as("seed " + seed + ", cycle " + cycle).isEmpty();
        }
    }

    private void killAfter(int lines, int cycle, boolean sync) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledProcess.class.getName(),
                        dir.toString(),
                        Integer.toString(cycle),
                        sync ? "SYNC" : "ASYNC")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
            int read = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.matches("T\\d \\d \\d+ \\S+ [0-9a-f]+")) {
                    acknowledged.add(line);
                }
                if (++read == lines) {
                    // By its handle: the process object would close the stream with what is still to be read.
                    process.toHandle().destroyForcibly();
                }
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        // The last line may be cut off: what a client did not read to its end was not acknowledged.
        acknowledged.remove(acknowledged.size() - 1);
    }

    private static void check(MessageStore store, String line, String what) {
        String[] fields = line.split(" ");
        String topic = fields[0];
        int queueId = Integer.parseInt(fields[1]);
        long offset = Long.parseLong(fields[2]);
        try (ReadResult result = store.queues().read(topic, queueId, offset, 1, 1, EntryFilter.ALL)) {
            assertThat(StoreFixture.bodies(result.records()))
                    .as("%s, %s", what, line)
                    .containsExactly(fields[4]);
        }
        if (!fields[3].equals("-")) {
            try (KeyQueryResult found = store.log().queryByKey(topic, fields[3], 1, 0, Long.MAX_VALUE)) {
                assertThat(StoreFixture.bodies(found.records()))
                        .as("%s, %s", what, line)
                        .containsExactly(fields[4]);
            }
        }
    }
}
