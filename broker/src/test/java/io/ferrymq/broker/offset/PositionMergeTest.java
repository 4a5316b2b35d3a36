package io.ferrymq.broker.offset;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.DataVersion;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Positions of a master and its slave, whichever of them was away: forward always, back only on purpose. */
class PositionMergeTest {
    private final AtomicLong nowMs = new AtomicLong(1_000);
    private final ConsumerOffsets master = new ConsumerOffsets(nowMs::incrementAndGet, 500);
    private final ConsumerOffsets slave = new ConsumerOffsets(nowMs::incrementAndGet, 500, true);

    /** One round of copying, with what the slave hands back. */
    private void round() {
        slave.copyFromMaster(overTheWire(master), PositionMergeTest::any, "master")
                .forEach(ahead -> master.takeBack(ahead, "slave"));
    }

    private static ConsumerOffsetSerializeWrapper overTheWire(ConsumerOffsets offsets) {
        return Json.decode(Json.encode(offsets.toWrapper()), ConsumerOffsetSerializeWrapper.class);
    }

    private ConsumerOffsetSerializeWrapper rocketMq(long offset) {
        return new ConsumerOffsetSerializeWrapper(
                Map.of("T@G", Map.of(0, offset)), new DataVersion(0, 1, nowMs.incrementAndGet()), null);
    }

    @Test
    void shouldCopyWhatTheMasterHas() {
        master.commit("G", "T", 0, 100, "c");
        round();
        assertThat(slave.committed("G", "T", 0)).isEqualTo(100);
        assertThat(slave.toWrapper().dataVersion()).isEqualTo(master.toWrapper().dataVersion());
        long changes = slave.changeCount();
        round();
        assertThat(slave.changeCount()).as("nothing new, nothing to write").isEqualTo(changes);
    }

    @Test
    void shouldHandBackWhatWasCommittedAtTheSlave() {
        master.commit("G", "T", 0, 100, "c");
        round();
        slave.commit("G", "T", 0, 150, "c");
        slave.commit("G", "T2", 3, 7, "c");
        round();
        assertThat(master.committed("G", "T", 0)).isEqualTo(150);
        assertThat(master.committed("G", "T2", 3)).isEqualTo(7);
        assertThat(slave.committed("G", "T", 0)).isEqualTo(150);
    }

    @Test
    void shouldNotBringBackWhatAnAdministratorHasMovedSince() {
        master.commit("G", "T", 0, 100, "c");
        round();
        slave.commit("G", "T", 0, 150, "c");
        master.reset("G", "T", 0, 30, "admin");
        master.tellReset("G", "T", 0, 100, "reader");
        master.tellReset("G", "T", 0, 30, "reader");
        round();
        assertThat(master.committed("G", "T", 0)).isEqualTo(30);
        assertThat(slave.committed("G", "T", 0)).isEqualTo(30);
        slave.commit("G", "T", 0, 60, "c");
        round();
        assertThat(master.committed("G", "T", 0))
                .as("moved, then consumed at the slave")
                .isEqualTo(60);
    }

    @Test
    void shouldNotMoveAQueueWhoseResetTheGroupHasNotHeardOf() {
        master.commit("G", "T", 0, 100, "c");
        master.reset("G", "T", 0, 30, "admin");
        assertThat(master.takeBack(new Ahead("G", "T", 0, 150, Long.MAX_VALUE), "slave"))
                .isFalse();
        assertThat(master.committed("G", "T", 0)).isEqualTo(30);
    }

    @Test
    void shouldGiveAMasterBackWhatItHasLost() {
        master.commit("G", "T", 0, 100, "c");
        round();
        ConsumerOffsets killed = new ConsumerOffsets(nowMs::incrementAndGet, 500);
        killed.commit("G", "T", 0, 90, "the last file before kill -9");
        slave.copyFromMaster(overTheWire(killed), PositionMergeTest::any, "master")
                .forEach(ahead -> killed.takeBack(ahead, "slave"));
        assertThat(killed.committed("G", "T", 0)).isEqualTo(100);
        assertThat(slave.committed("G", "T", 0)).isEqualTo(100);
    }

    @Test
    void shouldTakeBackAllAtTheMastersStart() {
        master.commit("G", "T", 0, 100, "c");
        master.commit("G", "T", 1, 100, "c");
        round();
        slave.commit("G", "T", 0, 150, "c");
        slave.commit("G", "T", 1, 160, "c");
        slave.commit("G", "gone", 0, 5, "c");
        assertThat(master.takeBack(overTheWire(slave), (group, topic) -> topic.equals("T"), "slave"))
                .isEqualTo(2);
        assertThat(master.queues("G", "T")).isEqualTo(Map.of(0, 150L, 1, 160L));
        assertThat(master.topicsOf("G")).containsExactly("T");
        assertThat(master.takeBack(overTheWire(slave), PositionMergeTest::any, "slave"))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("UP-142: what is removed at the master is removed at the slave, and does not come back")
    void up142_shouldRemoveWithTheMaster() {
        master.commit("G", "T", 0, 100, "c");
        master.commit("G", "T2", 0, 100, "c");
        master.commit("G2", "T2", 0, 100, "c");
        round();
        master.removeTopic("T");
        master.removeGroup("G2");
        round();
        assertThat(slave.committed("G", "T", 0)).isEqualTo(ConsumerOffsets.NONE);
        assertThat(slave.committed("G2", "T2", 0)).isEqualTo(ConsumerOffsets.NONE);
        assertThat(slave.committed("G", "T2", 0)).isEqualTo(100);
        master.commit("G", "T", 0, 3, "created anew");
        round();
        assertThat(slave.committed("G", "T", 0)).isEqualTo(3);
        assertThat(master.committed("G", "T", 0)).isEqualTo(3);
    }

    @Test
    void shouldFollowAConsumerThatWentBack() {
        master.commit("G", "T", 0, 100, "c");
        round();
        master.commit("G", "T", 0, 20, "c");
        round();
        assertThat(slave.committed("G", "T", 0)).isEqualTo(20);
        slave.commit("G", "T", 0, 10, "a consumer that is behind");
        round();
        assertThat(master.committed("G", "T", 0)).isEqualTo(20);
        assertThat(slave.committed("G", "T", 0)).isEqualTo(20);
    }

    @Test
    void shouldKeepMarksInTheFileAcrossARestart(@TempDir Path dir) {
        master.commit("G", "T", 0, 100, "c");
        round();
        master.reset("G", "T", 0, 30, "admin");
        new OffsetFile(dir, master).flush();
        ConsumerOffsets restarted = new ConsumerOffsets(nowMs::incrementAndGet, 500);
        new OffsetFile(dir, restarted).load();
        assertThat(slave.copyFromMaster(overTheWire(restarted), PositionMergeTest::any, "master"))
                .isEmpty();
        assertThat(slave.committed("G", "T", 0)).isEqualTo(30);
    }

    @Test
    void shouldFollowARocketMqMasterAndHandBackOnlyWhatWasCommittedHere(@TempDir Path dir) {
        assertThat(slave.copyFromMaster(rocketMq(100), PositionMergeTest::any, "master"))
                .isEmpty();
        assertThat(slave.copyFromMaster(rocketMq(40), PositionMergeTest::any, "master"))
                .isEmpty();
        assertThat(slave.committed("G", "T", 0)).as("reset there").isEqualTo(40);
        slave.commit("G", "T", 0, 70, "c");
        new OffsetFile(dir, slave).flush();
        ConsumerOffsets restarted = new ConsumerOffsets(nowMs::incrementAndGet, 500, true);
        new OffsetFile(dir, restarted).load();
        assertThat(restarted.copyFromMaster(rocketMq(40), PositionMergeTest::any, "master"))
                .containsExactly(new Ahead("G", "T", 0, 70, 0));
        assertThat(restarted.committed("G", "T", 0)).isEqualTo(70);
        assertThat(restarted.copyFromMaster(rocketMq(70), PositionMergeTest::any, "master"))
                .isEmpty();
        assertThat(restarted.copyFromMaster(rocketMq(10), PositionMergeTest::any, "master"))
                .isEmpty();
        assertThat(restarted.committed("G", "T", 0)).isEqualTo(10);
    }

    @Test
    void shouldNotLetOldMarksOutweighABrokerThatKeepsNone(@TempDir Path dir) {
        master.commit("G", "T", 0, 100, "c");
        master.commit("G", "T", 0, 50, "c");
        round();
        ConsumerOffsets after = new ConsumerOffsets(nowMs::incrementAndGet, 500);
        after.load(rocketMq(900));
        slave.copyFromMaster(overTheWire(after), PositionMergeTest::any, "master")
                .forEach(ahead -> after.takeBack(ahead, "slave"));
        assertThat(List.of(after.committed("G", "T", 0), slave.committed("G", "T", 0)))
                .containsOnly(900L);
    }

    @Test
    void shouldKeepOnlySoManyMarks() {
        MoveMarks marks = new MoveMarks(nowMs::incrementAndGet, 100);
        for (int i = 0; i < 1_000; i++) {
            marks.mark("T" + i + "@G", 0);
        }
        assertThat(marks.copy()).hasSizeLessThanOrEqualTo(100).containsKey("T999@G");
        assertThat(marks.of("T0@G", 0)).isZero();
        assertThat(marks.forgotten()).isPositive();
    }

    private static boolean any(String group, String topic) {
        return true;
    }
}
