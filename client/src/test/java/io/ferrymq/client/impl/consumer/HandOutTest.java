package io.ferrymq.client.impl.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.client.hook.ConsumeMessageContext;
import io.ferrymq.client.hook.ConsumeMessageHook;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HandOutTest {
    private static final int COUNT_MAX = 20;

    private final Group group = Fakes.group(MessageModel.CLUSTERING);
    private final Map<MessageQueue, Long> positions = new HashMap<>();
    private final List<String> hooked = new ArrayList<>();
    private final HandOut handOut = new HandOut(
            group, () -> COUNT_MAX, new ListenerHooks(group, List.of(new Hook())), new ConsumerStats(() -> 1), () -> 1);

    private final class Hook implements ConsumeMessageHook {
        @Override
        public String hookName() {
            return "test";
        }

        @Override
        public void consumeMessageBefore(ConsumeMessageContext context) {
            hooked.add("before " + context.getMsgList().size());
        }

        @Override
        public void consumeMessageAfter(ConsumeMessageContext context) {
            hooked.add("after " + context.isSuccess());
        }
    }

    private ProcessQueue opened(int id, long startOffset) {
        MessageQueue queue = new MessageQueue("topic", "broker-a", id);
        return new ProcessQueue(queue, startOffset, position -> positions.put(queue, position));
    }

    private void pulled(ProcessQueue queue, long from, long to) {
        handOut.open(queue).take(queue.add(Fakes.messages(from, to), to + 1));
    }

    private List<Long> poll() {
        return handOut.poll(0).stream().map(MessageExt::getQueueOffset).toList();
    }

    @Test
    void shouldMoveThePositionOnlyWhenTheApplicationIsDone() {
        ProcessQueue queue = opened(0, 5);
        pulled(queue, 5, 7);
        pulled(queue, 8, 9);

        assertThat(poll()).containsExactly(5L, 6L, 7L);
        assertThat(positions).isEmpty();
        assertThat(poll()).containsExactly(8L, 9L);
        assertThat(positions).containsValue(8L);
        handOut.settle();
        assertThat(positions).containsValue(10L);
        assertThat(poll()).isEmpty();
        assertThat(hooked).containsExactly("before 3", "after true", "before 2", "after true");
    }

    @Test
    void shouldHandOutNothingOfAQueueThatWasClosed() {
        ProcessQueue before = opened(0, 0);
        pulled(before, 0, 4);
        pulled(before, 5, 9);
        assertThat(poll()).hasSize(5);
        before.close();
        ProcessQueue after = opened(0, 100);
        pulled(after, 100, 101);

        assertThat(poll()).containsExactly(100L, 101L);
        // What was in work of the closed one moves nothing any more.
        assertThat(positions).isEmpty();
    }

    @Test
    void shouldKeepPausedQueuesBackAndInOrder() {
        ProcessQueue paused = opened(0, 0);
        ProcessQueue other = opened(1, 0);
        pulled(paused, 0, 1);
        handOut.pause(List.of(paused.queue()));
        pulled(paused, 2, 3);
        pulled(other, 50, 50);

        assertThat(poll()).containsExactly(50L);
        assertThat(poll()).isEmpty();
        handOut.resume(List.of(paused.queue()));
        assertThat(poll()).containsExactly(0L, 1L);
        assertThat(poll()).containsExactly(2L, 3L);
    }

    @Test
    @DisplayName("Pulls wait while a queue is paused, or while more waits than may, and go on at once")
    void shouldCallPullsBack() {
        List<String> resumed = new ArrayList<>();
        ProcessQueue first = opened(0, 0);
        ProcessQueue second = opened(1, 0);
        QueueConsumer ofFirst = handOut.open(first);
        QueueConsumer ofSecond = handOut.open(second);
        handOut.pause(List.of(first.queue()));
        assertThat(ofFirst.wantsMore(() -> resumed.add("first"))).isFalse();
        assertThat(ofSecond.wantsMore(() -> resumed.add("never"))).isTrue();

        pulled(second, 0, COUNT_MAX);
        assertThat(ofSecond.wantsMore(() -> resumed.add("second"))).isFalse();
        poll();
        assertThat(resumed).containsExactly("second");
        handOut.resume(List.of(first.queue()));
        assertThat(resumed).containsExactly("second", "first");
    }

    @Test
    @DisplayName(
            "A pause or a seek that makes room lets the other queues' pulls go on: nothing may be left to poll that"
                    + " would")
    void shouldCallPullsBackWhenAPauseOrASeekMakesRoom() {
        List<String> resumed = new ArrayList<>();
        ProcessQueue full = opened(0, 0);
        ProcessQueue other = opened(1, 0);
        QueueConsumer ofOther = handOut.open(other);
        pulled(full, 0, COUNT_MAX);
        assertThat(ofOther.wantsMore(() -> resumed.add("by pause"))).isFalse();
        handOut.pause(List.of(full.queue()));
        assertThat(resumed).containsExactly("by pause");

        handOut.resume(List.of(full.queue()));
        assertThat(ofOther.wantsMore(() -> resumed.add("by seek"))).isFalse();
        handOut.drop(full.queue());
        assertThat(resumed).containsExactly("by pause", "by seek");
    }

    @Test
    void shouldForgetThePauseOfAQueueThatIsGoneAndDropWhatWasPulledBeforeASeek() {
        ProcessQueue queue = opened(0, 0);
        pulled(queue, 0, 5);
        handOut.drop(queue.queue());
        assertThat(poll()).isEmpty();

        handOut.pause(List.of(queue.queue()));
        handOut.forget(queue.queue()::equals);
        assertThat(handOut.isPaused(queue.queue())).isFalse();
    }

    @Test
    void shouldEndWithWhatItGaveDone() {
        ProcessQueue queue = opened(0, 0);
        pulled(queue, 0, 1);
        pulled(queue, 2, 3);
        poll();

        handOut.close();

        assertThat(positions).containsValue(2L);
        assertThat(handOut.poll(60_000)).isEmpty();
    }
}
