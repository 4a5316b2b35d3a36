package io.ferrymq.client.impl.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyContext;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.hook.ConsumeMessageContext;
import io.ferrymq.client.hook.ConsumeMessageHook;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.body.CMResult;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConcurrentConsumeTest {
    private final Fakes.GivenBack retries = new Fakes.GivenBack();
    private final Fakes.ManualTimer timer = new Fakes.ManualTimer();
    private final ConsumePool pool = new ConsumePool("group", 1, 1);
    private final List<ConsumeMessageHook> hooks = new ArrayList<>();
    private final AtomicLong position = new AtomicLong(-1);
    private final AtomicLong nowMs = new AtomicLong(1_000);
    private final ProcessQueue queue = new ProcessQueue(new MessageQueue("topic", "broker-a", 0), 0, position::set);
    private PushSettings settings = Fakes.settings(1, -1);

    @AfterEach
    void stop() {
        pool.interrupt();
    }

    private ConcurrentConsume service(MessageModel model, MessageListenerConcurrently listener) {
        Group group = Fakes.group(model);
        return new ConcurrentConsume(
                listener,
                new ListenerEnvironment(
                        group,
                        pool,
                        retries,
                        () -> settings,
                        new ListenerHooks(group, hooks),
                        new ConsumerStats(nowMs::get),
                        timer,
                        nowMs::get));
    }

    private void consume(MessageModel model, MessageListenerConcurrently listener, long from, long to) {
        List<CachedMessage> cached = queue.add(Fakes.messages(from, to), to + 1);
        service(model, listener).open(queue).take(cached);
    }

    private void awaitPosition(long offset) {
        await().untilAsserted(() -> assertThat(position).hasValue(offset));
    }

    @Test
    void shouldCutMessagesIntoBatches() {
        settings = Fakes.settings(4, -1);
        List<Integer> sizes = new CopyOnWriteArrayList<>();

        consume(
                MessageModel.CLUSTERING,
                (messages, context) -> {
                    sizes.add(messages.size());
                    return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
                },
                0,
                9);

        awaitPosition(10);
        assertThat(sizes).containsExactly(4, 4, 2);
        assertThat(retries.offsets).isEmpty();
    }

    @Test
    void shouldGiveBackWhatStandsBehindTheAckIndex() {
        settings = Fakes.settings(4, 5);

        consume(
                MessageModel.CLUSTERING,
                (messages, context) -> {
                    context.setAckIndex(1);
                    context.setDelayLevelWhenNextConsume(7);
                    return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
                },
                0,
                3);

        awaitPosition(4);
        assertThat(retries.offsets).containsExactly(2L, 3L);
        assertThat(retries.levels).containsOnly(7);
        assertThat(retries.attempts).containsOnly(5);
    }

    @Test
    void shouldTakeNullAndExceptionsAsLater() {
        consume(
                MessageModel.CLUSTERING,
                (messages, context) -> {
                    if (messages.get(0).getQueueOffset() == 0) {
                        throw new IllegalStateException("listener's own");
                    }
                    return null;
                },
                0,
                1);

        awaitPosition(2);
        assertThat(retries.offsets).containsExactly(0L, 1L);
        assertThat(retries.levels).containsOnly(0);
        assertThat(retries.attempts).containsOnly(16);
    }

    @Test
    @DisplayName("UP-074: the message's own limit of attempts wins")
    void up074_shouldLetTheMessagesOwnLimitWin() {
        settings = Fakes.settings(1, 5);
        MessageExt message = Fakes.message(0);
        MessageAccessor.setMaxReconsumeTimes(message, "2");
        List<CachedMessage> cached = queue.add(List.of(message), 1);

        service(MessageModel.CLUSTERING, (messages, context) -> ConsumeConcurrentlyStatus.RECONSUME_LATER)
                .open(queue)
                .take(cached);

        awaitPosition(1);
        assertThat(retries.attempts).containsExactly(2);
    }

    @Test
    void shouldDropWhatFailsWhenBroadcasting() {
        consume(MessageModel.BROADCASTING, (messages, context) -> ConsumeConcurrentlyStatus.RECONSUME_LATER, 0, 2);

        awaitPosition(3);
        assertThat(retries.offsets).isEmpty();
    }

    @Test
    void shouldConsumeHereAgainWhatCannotBeGivenBack() {
        retries.refuses = true;
        List<Integer> attempts = new CopyOnWriteArrayList<>();

        consume(
                MessageModel.CLUSTERING,
                (messages, context) -> {
                    attempts.add(messages.get(0).getReconsumeTimes());
                    return attempts.size() == 1
                            ? ConsumeConcurrentlyStatus.RECONSUME_LATER
                            : ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
                },
                0,
                0);
        await().until(() -> timer.due() == 1);
        assertThat(position).hasValue(-1);
        assertThat(timer.delays).containsExactly(5_000L);
        timer.runAll();

        awaitPosition(1);
        assertThat(attempts).containsExactly(0, 1);
    }

    @Test
    void shouldBeGivenAwayOnlyOnceRetriesAreSafe() {
        retries.pending = new CompletableFuture<>();
        consume(MessageModel.CLUSTERING, (messages, context) -> ConsumeConcurrentlyStatus.RECONSUME_LATER, 0, 0);
        await().until(() -> retries.offsets.size() == 1);

        CompletableFuture<Void> idle = queue.drain();
        assertThat(idle).isNotDone();
        retries.pending.complete(null);

        await().until(idle::isDone);
        assertThat(position).hasValue(1);
    }

    @Test
    void shouldShowRetriesUnderTheirOwnTopicAndAsAListThatStays() {
        MessageExt message = Fakes.message(0);
        message.setTopic("%RETRY%group");
        MessageAccessor.putProperty(message, MessageConst.PROPERTY_RETRY_TOPIC, "topic");
        List<String> topics = new CopyOnWriteArrayList<>();
        List<Throwable> refusals = new CopyOnWriteArrayList<>();

        service(MessageModel.CLUSTERING, (messages, context) -> {
                    topics.add(messages.get(0).getTopic());
                    try {
                        messages.remove(0);
                    } catch (UnsupportedOperationException e) {
                        refusals.add(e);
                    }
                    return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
                })
                .open(queue)
                .take(queue.add(List.of(message), 1));

        awaitPosition(1);
        assertThat(topics).containsExactly("topic");
        assertThat(refusals).hasSize(1);
        assertThat(message.getProperty(MessageConst.PROPERTY_CONSUME_START_TIMESTAMP))
                .isEqualTo("1000");
    }

    @Test
    @DisplayName("UP-068, UP-069: one stuck message goes to the retry topic once, and its late answer is ignored")
    void up069_shouldHandOverOnceWhatTakesTooLong() throws Exception {
        CompletableFuture<ConsumeConcurrentlyStatus> answer = new CompletableFuture<>();
        ConcurrentConsume service = service(MessageModel.CLUSTERING, (messages, context) -> answer.join());
        service.open(queue).take(queue.add(Fakes.messages(0, 0), 1));
        await().until(() -> queue.oldestInWork() != null);

        service.handOverOverdue(queue);
        assertThat(retries.offsets).isEmpty();
        nowMs.set(1_000 + 60_000);
        service.handOverOverdue(queue);
        service.handOverOverdue(queue);
        assertThat(position).hasValue(1);
        answer.complete(ConsumeConcurrentlyStatus.RECONSUME_LATER);

        await().until(() -> queue.drain().isDone());
        assertThat(retries.offsets).containsExactly(0L);
        assertThat(retries.levels).containsExactly(3);
    }

    @Test
    void shouldTellHooksOfEachCallAndSurviveThem() {
        List<String> told = new CopyOnWriteArrayList<>();
        hooks.add(new ConsumeMessageHook() {
            @Override
            public String hookName() {
                return "telling";
            }

            @Override
            public void consumeMessageBefore(ConsumeMessageContext context) {
                told.add("before " + context.getMsgList().size());
                throw new IllegalStateException("hook's own");
            }

            @Override
            public void consumeMessageAfter(ConsumeMessageContext context) {
                told.add(context.getStatus() + " " + context.isSuccess() + " "
                        + context.getProps().get("ConsumeContextType"));
            }
        });

        consume(MessageModel.CLUSTERING, (messages, context) -> ConsumeConcurrentlyStatus.CONSUME_SUCCESS, 0, 0);

        awaitPosition(1);
        assertThat(told).containsExactly("before 1", "CONSUME_SUCCESS true SUCCESS");
    }

    @Test
    void shouldReportADirectCallWithoutMovingAnything() {
        MessageListenerConcurrently listener = (messages, context) -> {
            throw new IllegalStateException("no");
        };

        assertThat(service(MessageModel.CLUSTERING, listener).consumeDirectly(Fakes.message(3), "broker-a"))
                .satisfies(result -> {
                    assertThat(result.consumeResult()).isEqualTo(CMResult.CR_THROW_EXCEPTION);
                    assertThat(result.remark()).contains("no");
                    assertThat(result.order()).isFalse();
                });
        assertThat(position).hasValue(-1);
        assertThat(retries.offsets).isEmpty();
    }

    @Test
    void shouldNameTheQueueInTheContext() {
        List<ConsumeConcurrentlyContext> contexts = new CopyOnWriteArrayList<>();
        consume(
                MessageModel.CLUSTERING,
                (messages, context) -> {
                    contexts.add(context);
                    return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
                },
                0,
                0);

        awaitPosition(1);
        assertThat(contexts.get(0).getMessageQueue()).isEqualTo(queue.queue());
        assertThat(contexts.get(0).getAckIndex()).isEqualTo(Integer.MAX_VALUE);
    }

    private ConsumeMessageHook hook(String name, List<String> told, Error failure) {
        return new ConsumeMessageHook() {
            @Override
            public String hookName() {
                return name;
            }

            @Override
            public void consumeMessageBefore(ConsumeMessageContext context) {
                told.add(name + " before");
                if (failure != null) {
                    throw failure;
                }
            }

            @Override
            public void consumeMessageAfter(ConsumeMessageContext context) {
                told.add(name + " after " + context.getStatus());
                if (failure != null) {
                    throw failure;
                }
            }
        };
    }

    @Test
    @DisplayName("Hooks are told in the order of their registration, and an Error of one costs no message")
    void shouldSurviveAnErrorOfAHook() {
        List<String> told = new CopyOnWriteArrayList<>();
        hooks.add(hook("first", told, new NoClassDefFoundError("hook's own")));
        hooks.add(hook("second", told, null));

        consume(MessageModel.CLUSTERING, (messages, context) -> ConsumeConcurrentlyStatus.RECONSUME_LATER, 0, 0);

        awaitPosition(1);
        assertThat(told)
                .containsExactly(
                        "first before", "second before", "first after RECONSUME_LATER", "second after RECONSUME_LATER");
        assertThat(retries.offsets).containsExactly(0L);
    }

    @Test
    @DisplayName("Delay level -1 makes a dead letter of a message at once")
    void shouldMakeADeadLetterAtOnceWhenTold() {
        consume(
                MessageModel.CLUSTERING,
                (messages, context) -> {
                    context.setDelayLevelWhenNextConsume(-1);
                    return ConsumeConcurrentlyStatus.RECONSUME_LATER;
                },
                0,
                0);

        awaitPosition(1);
        assertThat(retries.levels).containsExactly(Retries.DEAD_LETTER);
    }
}
