package io.ferrymq.client.impl.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.listener.ConsumeOrderlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.body.CMResult;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OrderlyQueueTest {
    private static final LeaseTimes TIMES = new LeaseTimes(30_000, 20_000, 60_000);

    private final Fakes.GivenBack retries = new Fakes.GivenBack();
    private final Fakes.ManualTimer timer = new Fakes.ManualTimer();
    private final ConsumePool pool = new ConsumePool("group", 4, 4);
    private final AtomicLong position = new AtomicLong(-1);
    private final AtomicLong nowMs = new AtomicLong(1_000);
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final ProcessQueue queue = new ProcessQueue(new MessageQueue("topic", "broker-a", 0), 0, position::set);
    private PushSettings settings = Fakes.settings(1, -1);
    private MessageModel model = MessageModel.CLUSTERING;

    @BeforeEach
    void lock() {
        queue.lockedAt(1_000);
    }

    @AfterEach
    void stop() {
        pool.interrupt();
    }

    /** No broker: the queue is locked or not as the test says. */
    private static final class NoLocks implements LockCalls {
        @Override
        public CompletableFuture<Set<MessageQueue>> lock(String brokerName, Set<MessageQueue> queues) {
            return CompletableFuture.completedFuture(Set.of());
        }

        @Override
        public CompletableFuture<Void> unlock(String brokerName, Set<MessageQueue> queues) {
            return CompletableFuture.completedFuture(null);
        }
    }

    private OrderlyConsume service(MessageListenerOrderly listener) {
        Group group = Fakes.group(model);
        ListenerEnvironment env = new ListenerEnvironment(
                group,
                pool,
                retries,
                () -> settings,
                new ListenerHooks(group, List.of()),
                new ConsumerStats(nowMs::get),
                timer,
                nowMs::get);
        return new OrderlyConsume(listener, env, new QueueLease(group, new NoLocks(), TIMES, nowMs::get), TIMES);
    }

    private QueueConsumer take(MessageListenerOrderly listener, long from, long to) {
        QueueConsumer consumer = service(listener).open(queue);
        consumer.take(queue.add(Fakes.messages(from, to), to + 1));
        return consumer;
    }

    /** Notes the offsets, with how often they were tried before. */
    private MessageListenerOrderly noting(ConsumeOrderlyStatus... answers) {
        return (messages, context) -> {
            int call = calls.size();
            calls.add(messages.get(0).getQueueOffset() + "/" + messages.get(0).getReconsumeTimes());
            return call < answers.length ? answers[call] : ConsumeOrderlyStatus.SUCCESS;
        };
    }

    private void awaitPosition(long offset) {
        await().untilAsserted(() -> assertThat(position).hasValue(offset));
    }

    @Test
    void shouldConsumeOneAfterTheOther() {
        take(noting(), 0, 99);

        awaitPosition(100);
        assertThat(calls).hasSize(100).startsWith("0/0", "1/0", "2/0").endsWith("99/0");
    }

    @Test
    void shouldTryTheSameMessageAgainAfterTheSuspension() {
        take(noting(ConsumeOrderlyStatus.SUCCESS, ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT), 0, 2);
        awaitPosition(1);
        await().until(() -> timer.due() == 1);
        assertThat(timer.delays).containsExactly(1_000L);
        timer.runAll();

        awaitPosition(3);
        assertThat(calls).containsExactly("0/0", "1/0", "1/1", "2/0");
    }

    @Test
    void shouldKeepTheSuspensionWithinItsBounds() {
        take(
                (messages, context) -> {
                    context.setSuspendCurrentQueueTimeMillis(1);
                    return ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT;
                },
                0,
                0);

        await().until(() -> timer.due() == 1);
        assertThat(timer.delays).containsExactly(10L);
    }

    @Test
    void shouldTakeNullAndExceptionsAsSuspension() {
        take(
                (messages, context) -> {
                    calls.add("call");
                    throw new IllegalStateException("listener's own");
                },
                0,
                0);

        await().until(() -> timer.due() == 1);
        assertThat(position).hasValue(-1);
    }

    @Test
    @DisplayName("A poison message ends as a dead letter after its attempts, and its queue goes on")
    void shouldEndAPoisonMessageAsADeadLetter() {
        settings = Fakes.settings(1, 1);
        take(
                noting(
                        ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT,
                        ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT),
                0,
                1);
        await().until(() -> timer.due() == 1);
        timer.runAll();

        awaitPosition(2);
        assertThat(calls).containsExactly("0/0", "0/1", "1/0");
        assertThat(retries.offsets).containsExactly(0L);
        assertThat(retries.levels).containsExactly(Retries.DEAD_LETTER);
    }

    @Test
    void shouldKeepTheQueueAtAMessageThatCannotBeMadeADeadLetter() {
        settings = Fakes.settings(1, 0);
        retries.refuses = true;
        take(noting(ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT), 0, 1);

        await().until(() -> timer.due() == 1);
        assertThat(position).hasValueLessThan(1);
        timer.runAll();
        awaitPosition(2);
        assertThat(calls).containsExactly("0/0", "0/1", "1/0");
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldMoveThePositionAtACommitOnlyWithoutAutoCommit() {
        CompletableFuture<Void> third = new CompletableFuture<>();
        take(
                (messages, context) -> {
                    context.setAutoCommit(false);
                    calls.add("call");
                    if (calls.size() == 3) {
                        third.join();
                        return ConsumeOrderlyStatus.COMMIT;
                    }
                    return ConsumeOrderlyStatus.SUCCESS;
                },
                0,
                2);
        await().until(() -> calls.size() == 3);
        assertThat(position).hasValue(-1);
        third.complete(null);

        awaitPosition(3);
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldConsumeEverythingSinceTheCommitAgainAfterARollback() {
        take(
                (messages, context) -> {
                    context.setAutoCommit(false);
                    calls.add(Long.toString(messages.get(0).getQueueOffset()));
                    return switch (calls.size()) {
                        case 2 -> ConsumeOrderlyStatus.ROLLBACK;
                        case 4 -> ConsumeOrderlyStatus.COMMIT;
                        default -> ConsumeOrderlyStatus.SUCCESS;
                    };
                },
                0,
                1);
        await().until(() -> timer.due() == 1);
        timer.runAll();

        awaitPosition(2);
        assertThat(calls).containsExactly("0", "1", "0", "1");
    }

    @Test
    @DisplayName("UP-095: a queue that rests for 15 minutes goes on by itself, in order")
    void up095_shouldGoOnAfterALongSuspension() {
        take(noting(ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT), 0, 2);
        await().until(() -> timer.due() == 1);
        nowMs.addAndGet(900_000);
        timer.runAll();
        // Its lock ran out meanwhile: it waits until that is renewed.
        await().until(() -> timer.due() == 1);
        assertThat(calls).hasSize(1);
        queue.lockedAt(nowMs.get());
        timer.runAll();

        awaitPosition(3);
        assertThat(calls).containsExactly("0/0", "0/1", "1/0", "2/0");
    }

    @Test
    void shouldNeitherPullNorConsumeWithoutTheLock() {
        queue.lockedAt(0);
        QueueConsumer consumer = take(noting(), 0, 0);

        assertThat(consumer.mayPull()).isFalse();
        await().until(() -> timer.due() == 1);
        assertThat(calls).isEmpty();
    }

    @Test
    void shouldLetOthersRunAfterAMinuteOfOneQueue() {
        take(
                (messages, context) -> {
                    calls.add("call");
                    if (calls.size() == 1) {
                        queue.lockedAt(nowMs.addAndGet(60_001));
                    }
                    return ConsumeOrderlyStatus.SUCCESS;
                },
                0,
                1);

        await().until(() -> timer.due() == 1);
        assertThat(timer.delays).containsExactly(10L);
        assertThat(calls).hasSize(1);
    }

    @Test
    void shouldStopAtOnceWhenGivenAway() {
        CompletableFuture<Void> first = new CompletableFuture<>();
        take(
                (messages, context) -> {
                    calls.add("call");
                    first.join();
                    return ConsumeOrderlyStatus.SUCCESS;
                },
                0,
                5);
        await().until(() -> calls.size() == 1);
        CompletableFuture<Void> idle = queue.drain();
        first.complete(null);

        await().until(idle::isDone);
        assertThat(position).hasValue(1);
        assertThat(calls).hasSize(1);
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldReportEachAnswerOfADirectCall() {
        assertThat(service((messages, context) -> ConsumeOrderlyStatus.ROLLBACK)
                        .consumeDirectly(Fakes.message(0), "broker-a")
                        .consumeResult())
                .isEqualTo(CMResult.CR_ROLLBACK);
        assertThat(service((messages, context) -> null)
                        .consumeDirectly(Fakes.message(0), "broker-a")
                        .consumeResult())
                .isEqualTo(CMResult.CR_RETURN_NULL);
    }

    @Test
    @DisplayName(
            "Broadcasting has no dead letters: a message that used up its attempts is dropped, and its queue goes on")
    void shouldDropAPoisonMessageWhenBroadcasting() {
        model = MessageModel.BROADCASTING;
        settings = Fakes.settings(1, 1);
        take(
                noting(
                        ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT,
                        ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT),
                0,
                1);
        await().until(() -> timer.due() == 1);
        timer.runAll();

        awaitPosition(2);
        assertThat(calls).containsExactly("0/0", "0/1", "1/0");
        assertThat(retries.offsets).isEmpty();
    }

    @Test
    @DisplayName("Without a limit a message is tried more than any number of times, as published clients do")
    void shouldTryForEverWithoutALimit() {
        MessageListenerOrderly never = (messages, context) -> {
            calls.add(messages.get(0).getQueueOffset() + "/" + messages.get(0).getReconsumeTimes());
            return ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT;
        };
        take(never, 0, 1);
        for (int i = 1; i <= 40; i++) {
            int tries = i;
            await().until(() -> calls.size() == tries && timer.due() == 1);
            timer.runAll();
        }

        await().until(() -> calls.size() == 41);
        assertThat(calls).endsWith("0/40");
        assertThat(position).hasValue(-1);
        assertThat(retries.offsets).isEmpty();
    }

    @Test
    @SuppressWarnings("deprecation")
    @DisplayName("As long as the consumer commits itself, COMMIT and ROLLBACK count as SUCCESS")
    void shouldTakeOldAnswersAsSuccessWithAutoCommit() {
        take(noting(ConsumeOrderlyStatus.ROLLBACK, ConsumeOrderlyStatus.COMMIT), 0, 2);

        awaitPosition(3);
        assertThat(calls).containsExactly("0/0", "1/0", "2/0");
    }
}
