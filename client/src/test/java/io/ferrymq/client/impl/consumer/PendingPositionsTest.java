package io.ferrymq.client.impl.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.client.consumer.store.GroupPositions;
import io.ferrymq.client.consumer.store.ReadOffsetType;
import io.ferrymq.client.consumer.store.RemoteBrokerOffsetStore;
import io.ferrymq.common.message.MessageQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PendingPositionsTest {
    private static final MessageQueue QUEUE = new MessageQueue("topic", "broker-a", 0);

    private final List<String> written = new ArrayList<>();
    private final PendingPositions manual = positions(false);
    private final PendingPositions automatic = positions(true);

    private PendingPositions positions(boolean autoCommit) {
        GroupPositions calls = new GroupPositions() {
            @Override
            public CompletableFuture<OptionalLong> query(MessageQueue queue) {
                return CompletableFuture.completedFuture(OptionalLong.of(10));
            }

            @Override
            public CompletableFuture<Void> update(MessageQueue queue, long offset, boolean forward) {
                written.add(offset + (forward ? " on" : " to"));
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public void updateOneway(MessageQueue queue, long offset, boolean forward) {
                written.add(offset + (forward ? " on" : " to") + " oneway");
            }
        };
        return new PendingPositions(new RemoteBrokerOffsetStore("group", calls), () -> autoCommit);
    }

    private static long memory(PendingPositions positions) {
        return positions.readOffset(QUEUE, ReadOffsetType.READ_FROM_MEMORY);
    }

    @Test
    void shouldKeepProgressFromTheStoreUntilItIsCommitted() {
        manual.read(QUEUE);
        manual.updateOffset(QUEUE, 20, true);
        manual.persistAll(Set.of(QUEUE));
        manual.persistNow(QUEUE);
        assertThat(written).isEmpty();
        assertThat(memory(manual)).isEqualTo(10);
        assertThat(manual.toCarry(QUEUE)).isZero();

        manual.commit(QUEUE);

        assertThat(manual.toCarry(QUEUE)).isEqualTo(20);
        manual.persistAll(Set.of(QUEUE));
        manual.persistNow(QUEUE);
        assertThat(written).containsExactly("20 on oneway", "20 on");
    }

    @Test
    @DisplayName("A queue that is given away is committed when commits are automatic")
    void shouldCommitWhatIsGivenAway() {
        automatic.read(QUEUE);
        automatic.updateOffset(QUEUE, 20, true);

        automatic.persistNow(QUEUE);

        assertThat(written).containsExactly("20 on");
        automatic.removeOffset(QUEUE);
        automatic.persistNow(QUEUE);
        assertThat(written).hasSize(1);
    }

    @Test
    @DisplayName("A commit goes backwards only after a seek, and then says so")
    void shouldGoBackwardsOnlyOnPurpose() {
        manual.read(QUEUE);
        manual.updateOffset(QUEUE, 20, true);
        manual.updateOffset(QUEUE, 15, true);
        manual.commit(QUEUE);
        assertThat(memory(manual)).isEqualTo(20);

        manual.sought(QUEUE, 3);
        assertThat(memory(manual)).isEqualTo(20);
        manual.commit(QUEUE);
        manual.writeCommitted(QUEUE);

        assertThat(written).containsExactly("3 to");
    }

    @Test
    @DisplayName("What is left of an earlier time with the queue never takes the group back")
    void shouldNotGoBackToTheStartOfAnEarlierTime() {
        // The start by rule of a queue that was given away before it was opened.
        automatic.updateOffset(QUEUE, 0, true);
        automatic.read(QUEUE);

        automatic.commit(QUEUE);
        automatic.persistNow(QUEUE);

        assertThat(memory(automatic)).isEqualTo(10);
        assertThat(written).containsExactly("10 on");
    }

    @Test
    @DisplayName("UP-197: a commit that follows a reset commits the reset position, not the one before it")
    void up197_shouldNotUndoAReset() {
        automatic.read(QUEUE);
        automatic.updateOffset(QUEUE, 50, true);
        automatic.updateOffset(QUEUE, 2, false);

        automatic.commit(QUEUE);

        assertThat(memory(automatic)).isEqualTo(2);
    }
}
