package io.ferrymq.distribution.chaos;

import static io.ferrymq.distribution.chaos.ChaosRun.CONCURRENT;
import static io.ferrymq.distribution.chaos.ChaosRun.ORDERLY;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.distribution.LocalCluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One member after the other leaves in order and another takes its place, while messages flow and listeners run. */
class RollingRestartTest {
    private static final int PER_SECOND = 1_000;

    @TempDir
    Path folder;

    @Test
    @DisplayName("UP-033: nothing comes twice through 5 restarts of members")
    void up033_shouldMakeNoDuplicates() throws Exception {
        restart(5, PER_SECOND * 3 / 10);
    }

    @Test
    @Tag("soak")
    @DisplayName("UP-033: nothing comes twice through 50 restarts of members at 1,000 messages a second")
    void up033_shouldMakeNoDuplicatesThroughFiftyRestarts() throws Exception {
        restart(50, PER_SECOND);
    }

    private void restart(int times, int messagesBetween) throws Exception {
        // Whole batches for each of the 16 queues, and a tenth for after the last restart.
        int count = (times * messagesBetween * 10 / 9 / 400 + 1) * 400;
        try (LocalCluster cluster = LocalCluster.start(folder, LocalCluster.BROKER);
                ChaosRun run = new ChaosRun(cluster, folder.resolve("run"), count, PER_SECOND, 500)) {
            for (String group : List.of(CONCURRENT, ORDERLY)) {
                run.join(group);
                run.join(group);
                run.awaitQueues(run.join(group));
            }
            run.flow();
            for (int i = 0; i < times; i++) {
                for (String group : List.of(CONCURRENT, ORDERLY)) {
                    run.leave(run.here(group).get(0));
                    run.join(group);
                }
                run.let(messagesBetween);
            }
            List<GroupAudit> audits = run.settle();
            assertThat(audits).as(run.script()).allSatisfy(audit -> {
                assertThat(audit.wrong()).isEmpty();
                assertThat(audit.duplicates()).as("%s", audit).isZero();
            });
        }
    }
}
