package io.ferrymq.client.impl.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.store.GroupPositions;
import io.ferrymq.client.consumer.store.Holder;
import io.ferrymq.client.consumer.store.RemoteBrokerOffsetStore;
import io.ferrymq.common.message.MessageQueue;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HandOverTest {
    private static final MessageQueue QUEUE = new MessageQueue("topic", "broker-a", 1);

    private final AtomicLong nowMs = new AtomicLong(1);
    private final AtomicBoolean wanted = new AtomicBoolean(true);
    private final List<Boolean> claims = new CopyOnWriteArrayList<>();
    private volatile Holder holder;
    private final HandOver handOver = new HandOver(new RemoteBrokerOffsetStore("group", new Broker()), nowMs::get);

    /** Tells who has the queue; takes a claim by force. */
    private final class Broker implements GroupPositions {
        @Override
        public CompletableFuture<OptionalLong> query(MessageQueue queue) {
            return CompletableFuture.completedFuture(OptionalLong.empty());
        }

        @Override
        public CompletableFuture<Holder> claim(MessageQueue queue, boolean force) {
            claims.add(force);
            return CompletableFuture.completedFuture(force && holder != null ? Holder.SELF : told());
        }

        private Holder told() {
            return holder == null ? Holder.UNKNOWN : holder;
        }

        @Override
        public CompletableFuture<Void> update(MessageQueue queue, long offset, boolean forward) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void updateOneway(MessageQueue queue, long offset, boolean forward) {}
    }

    private CompletableFuture<Boolean> take() {
        return handOver.take(QUEUE, true, wanted::get);
    }

    @Test
    void shouldTakeAtOnceWhatNobodyHas() {
        holder = Holder.SELF;
        assertThat(take()).isCompletedWithValue(true);
        assertThat(claims).containsExactly(false);
    }

    @Test
    void shouldTakeAtOnceWhereItIsAlone() {
        assertThat(handOver.take(QUEUE, false, wanted::get)).isCompletedWithValue(false);
        assertThat(claims).containsExactly(true);
    }

    @Test
    void shouldWaitForTheWordOfAMemberThatIsHere() {
        holder = Holder.ANOTHER;
        CompletableFuture<Boolean> taken = take();
        await().until(() -> claims.size() > 2);
        assertThat(taken).isNotDone();

        holder = Holder.SELF;
        await().untilAsserted(() -> assertThat(taken).isCompletedWithValue(true));
        assertThat(claims).containsOnly(false);
    }

    @Test
    void shouldNotWaitForEverForAMemberThatStandsStill() {
        holder = Holder.ANOTHER;
        CompletableFuture<Boolean> taken = take();
        nowMs.addAndGet(5_000);
        await().untilAsserted(() -> assertThat(taken).isCompletedWithValue(true));
        assertThat(claims).endsWith(true);
    }

    @Test
    void shouldWaitAFixedTimeWhereNobodyKnows() {
        CompletableFuture<Boolean> taken = take();
        assertThat(taken).isNotDone();
        nowMs.addAndGet(500);
        await().untilAsserted(() -> assertThat(taken).isCompletedWithValue(false));
        assertThat(claims).containsExactly(false, false, true);
    }

    @Test
    void shouldNotTakeByForceWhatItHasLostAgain() {
        CompletableFuture<Boolean> taken = take();
        nowMs.addAndGet(500);
        wanted.set(false);
        await().untilAsserted(() -> assertThat(taken).isCompletedWithValue(false));
        assertThat(claims).containsExactly(false, false);
    }

    @Test
    void shouldStopAskingForWhatItHasLostAgain() {
        holder = Holder.ANOTHER;
        wanted.set(false);
        assertThat(take()).isCompletedWithValue(false);
        assertThat(claims).containsExactly(false);
    }
}
