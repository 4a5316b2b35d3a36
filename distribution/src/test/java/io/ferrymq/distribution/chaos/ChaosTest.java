package io.ferrymq.distribution.chaos;

import static io.ferrymq.distribution.chaos.ChaosRun.CONCURRENT;
import static io.ferrymq.distribution.chaos.ChaosRun.ORDERLY;
import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.distribution.LocalCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members of both clients, ours and the published one, come and go in every way there is; see {@link GroupAudit} for what has to hold. */
class ChaosTest {
    private static final int MEMBERS_MAX = 4;
    private static final int STEP = 2_000;

    static {
        // Read once by the broker's classes: a lock that nobody takes again is free after 10 s instead of 60, and so
        // on.
        System.setProperty("rocketmq.broker.rebalance.lockMaxLiveTime", "10000");
        System.setProperty("rocketmq.client.rebalance.waitInterval", "1000");
        System.setProperty("rocketmq.client.rebalance.lockInterval", "1000");
    }

    @TempDir
    Path folder;

    @Test
    @DisplayName(
            "Joins, leaves, a freeze and a kill -9 in mixed groups while 10,000 messages flow: nothing is left out")
    void shouldKeepItsPromisesWhileMembersComeAndGo() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder, LocalCluster.BROKER);
                ChaosRun run = new ChaosRun(cluster, folder.resolve("run"), 10_000, 5_000, 200)) {
            List<Member> doomed = new ArrayList<>();
            List<Member> first = new ArrayList<>();
            for (String group : List.of(CONCURRENT, ORDERLY)) {
                doomed.add(run.joinProcess(group));
                first.add(run.join(group));
            }
            run.joinPeer(CONCURRENT);
            doomed.forEach(run::awaitQueues);
            run.flow();
            run.let(STEP);
            for (Member member : doomed) {
                run.freeze(member);
            }
            for (String group : List.of(CONCURRENT, ORDERLY)) {
                run.join(group);
            }
            run.let(STEP);
            for (Member member : doomed) {
                run.thaw(member);
            }
            run.let(STEP);
            for (Member member : first) {
                run.leave(member);
            }
            run.let(STEP);
            for (Member member : doomed) {
                run.kill(member);
            }
            audit(run);
        }
    }

    @Test
    @Tag("soak")
    @DisplayName("Two minutes of seeded chaos over 16 queues while 200,000 messages flow")
    void shouldKeepItsPromisesThroughTwoMinutesOfChaos() throws Exception {
        Long given = Long.getLong("chaos.seed");
        long seed = given == null ? System.nanoTime() : given;
        Random random = new Random(seed);
        try (LocalCluster cluster = LocalCluster.withNameServers(folder, 1)) {
            cluster.startBroker(LocalCluster.BROKER, Map.of("channelExpiredTimeout", "5000"));
            try (ChaosRun run = new ChaosRun(cluster, folder.resolve("run"), 200_000, 1_650, 200)) {
                run.flow();
                Map<Member, Long> frozen = new HashMap<>();
                while (run.isFlowing()) {
                    thawThoseDue(run, frozen);
                    strike(run, random, frozen);
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500 + random.nextInt(2_500)));
                }
                for (Member member : frozen.keySet()) {
                    run.thaw(member);
                }
                for (String group : List.of(CONCURRENT, ORDERLY)) {
                    run.joinProcess(group);
                }
                audit(run);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    private static void thawThoseDue(ChaosRun run, Map<Member, Long> frozen) throws Exception {
        for (Map.Entry<Member, Long> entry : List.copyOf(frozen.entrySet())) {
            if (System.nanoTime() >= entry.getValue()) {
                run.thaw(entry.getKey());
                frozen.remove(entry.getKey());
            }
        }
    }

    private static void strike(ChaosRun run, Random random, Map<Member, Long> frozen) throws Exception {
        String group = random.nextBoolean() ? CONCURRENT : ORDERLY;
        List<Member> able = run.here(group).stream()
                .filter(member -> !frozen.containsKey(member))
                .toList();
        int what = random.nextInt(100);
        int whom = random.nextInt(MEMBERS_MAX);
        long freezeMs = 500L + random.nextInt(15_000);
        if (able.size() < 2 || (what < 35 && able.size() < MEMBERS_MAX)) {
            if (random.nextInt(3) == 0) {
                run.joinPeerProcess(group);
            } else {
                run.joinProcess(group);
            }
            return;
        }
        Member member = able.get(whom % able.size());
        if (what < 60) {
            run.leave(member);
        } else if (what < 80) {
            run.kill(member);
        } else {
            run.freeze(member);
            frozen.put(member, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(freezeMs));
        }
    }

    private static void audit(ChaosRun run) throws Exception {
        try {
            List<GroupAudit> audits = run.settle();
            System.out.println(run.script() + "\n" + audits);
            assertThat(audits).allSatisfy(audit -> assertThat(audit.wrong()).isEmpty());
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(e.getMessage() + "\nwhat was done:\n" + run.script(), e);
        }
    }
}
