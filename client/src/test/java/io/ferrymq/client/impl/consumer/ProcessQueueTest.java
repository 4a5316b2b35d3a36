package io.ferrymq.client.impl.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProcessQueueTest {
    private static final FlowLimits WIDE = new FlowLimits(1_000, 1 << 20, 2_000);

    private final List<Long> positions = new ArrayList<>();
    private final ProcessQueue queue = new ProcessQueue(new MessageQueue("topic", "broker-a", 0), 100, positions::add);

    private static List<MessageExt> messages(long from, long to) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(offset -> {
                    MessageExt message = new MessageExt();
                    message.setQueueOffset(offset);
                    message.setBody(new byte[10]);
                    return message;
                })
                .toList();
    }

    private List<CachedMessage> pulled(long from, long to) {
        return queue.add(messages(from, to), to + 1);
    }

    @Test
    void shouldStandAtTheSmallestUnfinishedOffset() {
        List<CachedMessage> cached = pulled(100, 103);

        queue.finish(List.of(cached.get(1), cached.get(3)));
        queue.finish(List.of(cached.get(0)));
        queue.finish(List.of(cached.get(2)));

        assertThat(positions).containsExactly(100L, 102L, 104L);
    }

    @Test
    void shouldCountMessagesThatWereFilteredOutAsConsumed() {
        queue.add(List.of(), 250);
        assertThat(positions).containsExactly(250L);

        List<CachedMessage> cached = queue.add(messages(250, 251), 300);
        queue.finish(cached);
        assertThat(positions).containsExactly(250L, 300L);
    }

    @Test
    void shouldNotMoveThePositionPastMessagesInWorkWhenLaterOnesAreFilteredOut() {
        pulled(100, 100);

        queue.add(List.of(), 500);

        assertThat(queue.position()).isEqualTo(100);
        assertThat(positions).isEmpty();
    }

    @Test
    void shouldStartNothingOnceGivenAway() {
        List<CachedMessage> cached = pulled(100, 101);

        CompletableFuture<Void> idle = queue.drain();

        assertThat(idle).isCompleted();
        assertThat(queue.begin(cached, 1)).isEmpty();
        assertThat(pulled(102, 103)).isEmpty();
    }

    @Test
    void shouldLetRunningListenersFinishWhileItIsGivenAway() {
        List<CachedMessage> cached = pulled(100, 101);
        queue.begin(cached.subList(0, 1), 1);

        CompletableFuture<Void> idle = queue.drain();
        assertThat(idle).isNotDone();
        queue.finish(cached.subList(0, 1));
        queue.end();

        assertThat(idle).isCompleted();
        assertThat(positions).containsExactly(101L);
    }

    @Test
    void shouldNeverMoveThePositionAgainOnceClosed() {
        List<CachedMessage> cached = pulled(100, 101);
        queue.begin(cached, 1);
        queue.close();

        assertThat(queue.stillOurs(cached)).isEmpty();
        queue.finish(cached);
        queue.end();

        assertThat(positions).isEmpty();
    }

    @Test
    void shouldStopPullingAtEachLimit() {
        pulled(100, 102);

        assertThat(queue.hasRoom(WIDE, () -> {})).isTrue();
        assertThat(queue.hasRoom(new FlowLimits(2, 1 << 20, 2_000), () -> {})).isFalse();
        assertThat(queue.hasRoom(new FlowLimits(3, 1 << 20, 2_000), () -> {})).isTrue();
        assertThat(queue.hasRoom(new FlowLimits(3, 29, 2_000), () -> {})).isFalse();
        assertThat(queue.hasRoom(new FlowLimits(3, 30, 2_000), () -> {})).isTrue();
        assertThat(queue.hasRoom(new FlowLimits(3, 30, 1), () -> {})).isFalse();
        assertThat(queue.hasRoom(new FlowLimits(3, 30, 2), () -> {})).isTrue();
    }

    @Test
    @DisplayName("UP-036: pulling goes on as soon as there is room, once")
    void up036_shouldCallTheWaitingPullAsSoonAsThereIsRoom() {
        List<CachedMessage> cached = pulled(100, 103);
        AtomicInteger resumed = new AtomicInteger();
        queue.hasRoom(new FlowLimits(2, 1 << 20, 2_000), resumed::incrementAndGet);

        queue.finish(cached.subList(0, 1));
        assertThat(resumed).hasValue(0);
        queue.finish(cached.subList(1, 2));
        queue.finish(cached.subList(2, 4));

        assertThat(resumed).hasValue(1);
    }

    @Test
    @DisplayName("UP-068: a message in the listener for too long is found wherever it stands")
    void up068_shouldGiveOutOverdueMessagesOnce() {
        List<CachedMessage> cached = pulled(100, 103);
        queue.begin(cached.subList(0, 1), 1_000);
        queue.begin(cached.subList(2, 3), 500);

        assertThat(queue.overdue(1_500, 1_000)).containsExactly(cached.get(2));
        assertThat(queue.overdue(1_500, 1_000)).isEmpty();
        assertThat(queue.oldestInWork()).isSameAs(cached.get(2));

        queue.keep(cached.get(2));
        assertThat(queue.overdue(1_500, 1_000)).containsExactly(cached.get(2));
    }

    @Test
    @DisplayName("UP-069: what the listener says after the hand-over no longer counts")
    void up069_shouldIgnoreAnswersThatComeAfterTheHandOver() {
        List<CachedMessage> cached = pulled(100, 100);
        queue.begin(cached, 1);
        queue.overdue(1_000, 10);

        assertThat(queue.stillOurs(cached)).isEmpty();
    }

    @Test
    void shouldStayFastWithManyMessagesFinishedInAnyOrder() {
        List<CachedMessage> cached = pulled(100, 100_099);
        for (int i = cached.size() - 1; i >= 0; i--) {
            queue.finish(List.of(cached.get(i)));
        }

        assertThat(queue.position()).isEqualTo(100_100);
        assertThat(queue.info(0).cachedMsgCount()).isZero();
    }
}
