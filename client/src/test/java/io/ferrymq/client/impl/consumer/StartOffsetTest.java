package io.ferrymq.client.impl.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.client.AccessChannel;
import io.ferrymq.client.consumer.store.GroupPositions;
import io.ferrymq.client.consumer.store.ReadOffsetType;
import io.ferrymq.client.consumer.store.RemoteBrokerOffsetStore;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartOffsetTest {
    private static final MessageQueue QUEUE = new MessageQueue("topic", "broker-a", 0);
    private static final MessageQueue RETRY = new MessageQueue("%RETRY%group", "broker-a", 0);
    private static final long TIMESTAMP = 777;

    private final Broker broker = new Broker();
    private final RemoteBrokerOffsetStore store = new RemoteBrokerOffsetStore("group", broker);

    /** A queue from 10 to 100; offset by time is the time itself. */
    private static final class Broker implements GroupPositions, QueueBounds {
        private final List<Long> written = new ArrayList<>();
        private final List<Boolean> forwards = new ArrayList<>();
        private Runnable atWrite = () -> {};
        private CompletableFuture<OptionalLong> stored = CompletableFuture.completedFuture(OptionalLong.empty());

        @Override
        public CompletableFuture<OptionalLong> query(MessageQueue queue) {
            return stored;
        }

        @Override
        public CompletableFuture<Void> update(MessageQueue queue, long offset, boolean forward) {
            written.add(offset);
            forwards.add(forward);
            atWrite.run();
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void updateOneway(MessageQueue queue, long offset, boolean forward) {
            written.add(offset);
        }

        @Override
        public CompletableFuture<Long> min(MessageQueue queue) {
            return CompletableFuture.completedFuture(10L);
        }

        @Override
        public CompletableFuture<Long> max(MessageQueue queue) {
            return CompletableFuture.completedFuture(100L);
        }

        @Override
        public CompletableFuture<Long> at(MessageQueue queue, long timestampMs) {
            return CompletableFuture.completedFuture(timestampMs);
        }
    }

    private StartOffset from(ConsumeFromWhere where) {
        Group group = new Group(
                "group", null, "client-1", MessageModel.CLUSTERING, where, TIMESTAMP, false, AccessChannel.LOCAL);
        return new StartOffset(group, store, broker);
    }

    @ParameterizedTest
    @CsvSource({
        "CONSUME_FROM_LAST_OFFSET, 100, 10",
        "CONSUME_FROM_MAX_OFFSET, 100, 10",
        "CONSUME_FROM_FIRST_OFFSET, 10, 10",
        "CONSUME_FROM_TIMESTAMP, 777, 100"
    })
    void shouldFollowTheRuleWithoutAPosition(ConsumeFromWhere where, long ofTopic, long ofRetryTopic) {
        assertThat(from(where).of(QUEUE, 0)).isCompletedWithValue(ofTopic);
        assertThat(from(where).of(RETRY, 0)).isCompletedWithValue(ofRetryTopic);
    }

    @Test
    void shouldGoByThePositionWhateverTheRule() {
        broker.stored = CompletableFuture.completedFuture(OptionalLong.of(0));

        assertThat(from(ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET).of(QUEUE, 0)).isCompletedWithValue(0L);
        assertThat(broker.written).isEmpty();
    }

    @Test
    void shouldReadAQueueThatCameLaterFromTheTimeOfTheSubscription() {
        assertThat(from(ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET).of(QUEUE, 42))
                .isCompletedWithValue(42L);
    }

    @Test
    void shouldWriteTheOffsetOfTheRuleDownAtOnce() {
        from(ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET).of(QUEUE, 0);

        assertThat(broker.written).containsExactly(100L);
        assertThat(store.readOffset(QUEUE, ReadOffsetType.READ_FROM_MEMORY)).isEqualTo(100);
    }

    @Test
    @DisplayName("A member that found no position does not start at the beginning when another has got far meanwhile")
    void shouldGoOnWhereAnotherMemberGotToMeanwhile() {
        broker.atWrite = () -> broker.stored = CompletableFuture.completedFuture(OptionalLong.of(77));

        assertThat(from(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET).of(QUEUE, 0))
                .isCompletedWithValue(77L);
        assertThat(broker.forwards).as("it takes nobody back").containsExactly(true);
    }

    @Test
    @DisplayName("UP-067: a position that cannot be read is a failure, never a guess")
    void up067_shouldNotGuessWhenThePositionCannotBeRead() {
        broker.stored = CompletableFuture.failedFuture(new IllegalStateException("broker restarts"));

        assertThat(from(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET).of(QUEUE, 0))
                .isCompletedExceptionally();
        assertThat(broker.written).isEmpty();
    }
}
