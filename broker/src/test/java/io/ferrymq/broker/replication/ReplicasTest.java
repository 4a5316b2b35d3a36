package io.ferrymq.broker.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.LiveConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What follows from the positions of slaves: whom to wait for, what consumers may see, which files stay. */
class ReplicasTest {
    private static final int GAP_BYTES = 1_000;

    private final AtomicLong logEnd = new AtomicLong(10_000);

    private Replicas replicas(String... more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "brokerRole", "SYNC_MASTER", "haMaxGapNotInSync", Integer.toString(GAP_BYTES), "slaveTimeout", "200"));
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return new Replicas(new LiveConfig(BrokerConfig.of(settings)), logEnd::get);
    }

    private static ReplicaState slave(String address, long acknowledged) {
        return new ReplicaState(address, acknowledged, acknowledged, true, System.nanoTime());
    }

    @Test
    void shouldKeepNobodyWaitingWithoutSlaves() {
        Replicas replicas = replicas();
        replicas.update();
        assertThat(replicas.inSync(10_000)).isZero();
        assertThat(replicas.replicatedTo()).isZero();
        assertThat(replicas.confirmOffset()).as("consumers go on").isEqualTo(Long.MAX_VALUE);
        assertThat(replicas.retentionFloor()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldCountASlaveOnceItIsNearTheEnd() {
        Replicas replicas = replicas();
        ReplicaState far = slave("a:1", 8_000);
        replicas.joined(far);
        assertThat(replicas.inSync(10_000)).isZero();
        assertThat(replicas.confirmOffset()).isEqualTo(Long.MAX_VALUE);
        assertThat(replicas.retentionFloor()).as("it needs what follows").isEqualTo(8_000);

        far.sent(9_500, System.nanoTime());
        far.acknowledge(9_500, System.nanoTime());
        replicas.update();
        assertThat(replicas.inSync(10_000)).isEqualTo(1);
        assertThat(replicas.confirmOffset()).isEqualTo(9_500);
        assertThat(replicas.replicatedTo()).isEqualTo(9_500);
    }

    @Test
    void shouldNotCountWhoeverSaysThatItsLogIsEmptyBeforeItAcknowledgesSomething() {
        Replicas replicas = replicas();
        logEnd.set(500);
        ReplicaState left = slave("a:1", 400);
        replicas.joined(left);
        replicas.left(left);
        ReplicaState empty = new ReplicaState("a:2", 0, 0, false, System.nanoTime());
        replicas.joined(empty);
        empty.sent(500, System.nanoTime());
        replicas.update();
        assertThat(replicas.inSync(500)).as("the one that left a moment ago").isEqualTo(1);
        assertThat(replicas.states()).contains(left);

        empty.acknowledge(300, System.nanoTime());
        replicas.update();
        assertThat(replicas.inSync(500)).isEqualTo(2);
    }

    @Test
    void shouldConfirmWhatAsManySlavesHaveAsAskedFor() {
        Replicas replicas = replicas("inSyncReplicas", "3");
        replicas.joined(slave("a:1", 9_900));
        assertThat(replicas.replicatedTo()).isZero();
        replicas.joined(slave("b:1", 9_500));
        replicas.joined(slave("c:1", 9_700));
        assertThat(replicas.replicatedTo()).isEqualTo(9_700);
        assertThat(replicas.confirmOffset()).isEqualTo(9_700);
        assertThat(replicas.retentionFloor()).isEqualTo(9_500);
    }

    @Test
    void shouldWaitAMomentForASlaveThatLeftAndKeepItsFiles() {
        Replicas replicas = replicas();
        ReplicaState slave = slave("a:1", 9_900);
        replicas.joined(slave);
        replicas.left(slave);
        assertThat(replicas.inSync(10_000)).as("most come back at once").isEqualTo(1);
        assertThat(replicas.confirmOffset()).isEqualTo(9_900);
        await().until(() -> replicas.inSync(10_000) == 0);
        replicas.update();
        assertThat(replicas.confirmOffset()).isEqualTo(Long.MAX_VALUE);
        assertThat(replicas.retentionFloor()).isEqualTo(9_900);
        replicas.joined(slave("a:2", 9_950));
        assertThat(replicas.states()).as("it is the same one").hasSize(1);
    }

    @Test
    void shouldNotCountASlaveThatIsSilentAboutWhatItWasSent() {
        Replicas replicas = replicas();
        ReplicaState slave = slave("a:1", 9_900);
        replicas.joined(slave);
        slave.sent(10_000, System.nanoTime());
        assertThat(replicas.inSync(10_000)).isEqualTo(1);
        await().until(() -> replicas.inSync(10_000) == 0);
        slave.acknowledge(10_000, System.nanoTime());
        assertThat(replicas.inSync(10_000)).isEqualTo(1);
    }

    @Test
    void shouldNeedNobodyAsAsynchronousMaster() {
        Replicas replicas = replicas("brokerRole", "ASYNC_MASTER");
        replicas.joined(slave("a:1", 9_900));
        assertThat(replicas.slavesNeeded()).isZero();
        assertThat(replicas.confirmOffset()).isEqualTo(Long.MAX_VALUE);
        assertThat(replicas.retentionFloor()).isEqualTo(9_900);
    }
}
