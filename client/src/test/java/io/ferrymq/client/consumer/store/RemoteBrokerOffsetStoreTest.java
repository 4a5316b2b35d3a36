package io.ferrymq.client.consumer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.common.message.MessageQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RemoteBrokerOffsetStoreTest {
    private static final MessageQueue QUEUE = new MessageQueue("topic", "broker-a", 1);
    private static final MessageQueue OTHER = new MessageQueue("other", "broker-a", 2);

    private final Broker broker = new Broker();
    private final RemoteBrokerOffsetStore store = new RemoteBrokerOffsetStore("group", broker);

    /** Keeps positions like a broker, and may be down. */
    private static final class Broker implements GroupPositions {
        private final Map<MessageQueue, Long> stored = new HashMap<>();
        private final List<Long> oneways = new ArrayList<>();
        private boolean down;

        private final List<Boolean> forwards = new ArrayList<>();

        @Override
        public CompletableFuture<OptionalLong> query(MessageQueue queue) {
            if (down) {
                return CompletableFuture.failedFuture(new MQBrokerException(1, "down"));
            }
            Long offset = stored.get(queue);
            return CompletableFuture.completedFuture(offset == null ? OptionalLong.empty() : OptionalLong.of(offset));
        }

        @Override
        public CompletableFuture<Void> update(MessageQueue queue, long offset, boolean forward) {
            if (down) {
                return CompletableFuture.failedFuture(new MQBrokerException(1, "down"));
            }
            stored.put(queue, offset);
            forwards.add(forward);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void updateOneway(MessageQueue queue, long offset, boolean forward) {
            oneways.add(offset);
        }
    }

    @Test
    @DisplayName("A broker is told whether a position has only gone on, or was moved on purpose")
    void shouldTellProgressFromMoves() {
        broker.stored.put(QUEUE, 5L);
        store.read(QUEUE).join();
        store.updateOffset(QUEUE, 10, true);
        store.persistNow(QUEUE).join();
        store.updateOffset(QUEUE, 3, false);
        store.persist(QUEUE);
        store.updateOffset(QUEUE, 4, true);
        store.persistNow(QUEUE).join();
        store.updateOffset(QUEUE, 5, true);
        store.persistNow(QUEUE).join();

        assertThat(broker.forwards).containsExactly(true, false, true);
    }

    @Test
    void shouldOnlyMoveForwardsByItself() {
        store.updateOffset(QUEUE, 10, true);
        store.updateOffset(QUEUE, 9, true);

        assertThat(store.readOffset(QUEUE, ReadOffsetType.READ_FROM_MEMORY)).isEqualTo(10);
    }

    @Test
    void shouldMoveBackwardsWhenTold() {
        store.updateOffset(QUEUE, 10, true);
        store.updateOffset(QUEUE, 4, false);

        assertThat(store.readOffset(QUEUE, ReadOffsetType.READ_FROM_MEMORY)).isEqualTo(4);
    }

    @Test
    void shouldIgnoreUpdatesOfAFrozenPositionUntilItIsRemoved() {
        store.updateAndFreezeOffset(QUEUE, 3);
        store.updateOffset(QUEUE, 10, true);
        assertThat(store.readOffset(QUEUE, ReadOffsetType.READ_FROM_MEMORY)).isEqualTo(3);

        store.removeOffset(QUEUE);
        store.updateOffset(QUEUE, 10, true);
        assertThat(store.readOffset(QUEUE, ReadOffsetType.READ_FROM_MEMORY)).isEqualTo(10);
    }

    @Test
    void shouldTellNoPositionFromAnUnreadableOne() {
        assertThat(store.readOffset(QUEUE, ReadOffsetType.READ_FROM_STORE)).isEqualTo(-1);

        broker.down = true;
        assertThat(store.readOffset(QUEUE, ReadOffsetType.READ_FROM_STORE)).isEqualTo(-2);
        assertThat(store.readOffset(null, ReadOffsetType.READ_FROM_STORE)).isEqualTo(-3);
    }

    @Test
    void shouldRememberWhatItReads() {
        broker.stored.put(QUEUE, 77L);

        assertThat(store.readOffset(QUEUE, ReadOffsetType.MEMORY_FIRST_THEN_STORE))
                .isEqualTo(77);
        assertThat(store.readOffset(QUEUE, ReadOffsetType.READ_FROM_MEMORY)).isEqualTo(77);
    }

    @Test
    void shouldWriteAPositionOnceAndNotAgainUntilItMoves() {
        store.updateOffset(QUEUE, 5, true);
        store.persistAll(Set.of(QUEUE));
        store.persistAll(Set.of(QUEUE));
        store.updateOffset(QUEUE, 6, true);
        store.persistAll(Set.of(QUEUE));

        assertThat(broker.oneways).containsExactly(5L, 6L);
    }

    @Test
    void shouldForgetQueuesThatAreNoLongerHeld() {
        store.updateOffset(QUEUE, 5, true);
        store.updateOffset(OTHER, 6, true);
        store.persistAll(Set.of(OTHER));

        assertThat(store.cloneOffsetTable(null)).containsOnlyKeys(OTHER);
        assertThat(store.cloneOffsetTable("topic")).isEmpty();
        assertThat(broker.oneways).containsExactly(6L);
    }

    @Test
    void shouldSayWhenTheBrokerDidNotTakeThePosition() {
        store.updateOffset(QUEUE, 5, true);
        broker.down = true;

        assertThat(store.persistNow(QUEUE)).isCompletedExceptionally();
        assertThatThrownBy(() -> store.updateConsumeOffsetToBroker(QUEUE, 5, false))
                .isInstanceOf(MQBrokerException.class);

        broker.down = false;
        assertThat(store.persistNow(QUEUE)).isCompleted();
        assertThat(broker.stored).containsEntry(QUEUE, 5L);
    }
}
