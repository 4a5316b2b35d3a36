package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyContext;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.hook.ConsumeMessageContext;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.body.CMResult;
import io.ferrymq.remoting.protocol.body.ConsumeMessageDirectlyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumption in no order: messages are cut into batches, each is one call on some thread of the pool. What fails goes back to the cluster and
 * comes again later; a member that gets every message for itself drops it instead.
 */
final class ConcurrentConsume implements ConsumeService {
    private static final Logger LOG = LoggerFactory.getLogger(ConcurrentConsume.class);
    private static final long RETRY_HERE_DELAY_MS = 5_000;
    private static final int OVERDUE_DELAY_LEVEL = 3;
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final MessageListenerConcurrently listener;
    private final ListenerEnvironment env;
    private final Delivery delivery;

    ConcurrentConsume(MessageListenerConcurrently listener, ListenerEnvironment env) {
        this.listener = listener;
        this.env = env;
        this.delivery = new Delivery(env.group());
    }

    @Override
    public boolean isOrderly() {
        return false;
    }

    @Override
    public QueueConsumer open(ProcessQueue queue) {
        return messages -> {
            int size = env.settings().get().consumeBatchMaxSize();
            int calls = (messages.size() + size - 1) / size;
            env.pool().execute(calls, call -> consume(queue, batch(messages, call * size, size)));
        };
    }

    private static List<CachedMessage> batch(List<CachedMessage> messages, int from, int size) {
        return size == 1 ? List.of(messages.get(from)) : messages.subList(from, Math.min(from + size, messages.size()));
    }

    private void consume(ProcessQueue queue, List<CachedMessage> batch) {
        long nowMs = env.clock().nowMs();
        List<CachedMessage> todo = queue.begin(batch, nowMs);
        if (todo.isEmpty()) {
            return;
        }
        CompletableFuture<Void> settled = DONE;
        boolean ended = false;
        try {
            List<MessageExt> messages = delivery.of(todo, nowMs);
            ConsumeConcurrentlyContext context = new ConsumeConcurrentlyContext(queue.queue());
            ConsumeMessageContext hooked = env.hooks().before(queue.queue(), messages);
            ListenerResult<ConsumeConcurrentlyStatus> result = call(messages, context);
            int succeeded = succeeded(result.status(), context, todo.size());
            told(queue.queue(), messages, hooked, result, succeeded);
            if (succeeded == todo.size()) {
                ended = true;
                ignored(queue, queue.succeed(todo), todo.size());
            } else {
                settled = settle(queue, todo, succeeded, context.getDelayLevelWhenNextConsume());
            }
        } finally {
            if (!ended) {
                settled.whenComplete((done, failure) -> queue.end());
            }
        }
    }

    private void told(
            MessageQueue queue,
            List<MessageExt> messages,
            ConsumeMessageContext hooked,
            ListenerResult<ConsumeConcurrentlyStatus> result,
            int succeeded) {
        if (hooked != null) {
            env.hooks()
                    .after(
                            hooked,
                            String.valueOf(statusOf(result)),
                            statusOf(result) == ConsumeConcurrentlyStatus.CONSUME_SUCCESS,
                            result.type(succeeded > 0, env.settings().get().consumeTimeoutMs()));
        }
        env.stats().consumed(queue.getTopic(), succeeded, messages.size() - succeeded, result.tookMs());
        if (result.status() == null) {
            complain(queue, messages.get(0), result);
        }
    }

    private static ConsumeConcurrentlyStatus statusOf(ListenerResult<ConsumeConcurrentlyStatus> result) {
        return result.status() == null ? ConsumeConcurrentlyStatus.RECONSUME_LATER : result.status();
    }

    // The border to the application's code: whatever it throws is its answer.
    @SuppressWarnings("CatchingUnchecked")
    private ListenerResult<ConsumeConcurrentlyStatus> call(
            List<MessageExt> messages, ConsumeConcurrentlyContext context) {
        long startMs = env.clock().nowMs();
        try {
            ConsumeConcurrentlyStatus status = listener.consumeMessage(messages, context);
            return new ListenerResult<>(status, null, env.clock().nowMs() - startMs);
        } catch (Throwable e) {
            return new ListenerResult<>(null, e, env.clock().nowMs() - startMs);
        }
    }

    private void complain(MessageQueue queue, MessageExt first, ListenerResult<?> result) {
        LOG.warn(
                "group {}: the listener {} for message {} of {}, it comes again later",
                env.group().name(),
                result.thrown() == null ? "answered null" : "threw",
                first.getMsgId(),
                queue,
                result.thrown());
    }

    private static int succeeded(ConsumeConcurrentlyStatus status, ConsumeConcurrentlyContext context, int size) {
        return status == ConsumeConcurrentlyStatus.CONSUME_SUCCESS
                ? Math.max(0, Math.min(context.getAckIndex(), size - 1) + 1)
                : 0;
    }

    private CompletableFuture<Void> settle(
            ProcessQueue queue, List<CachedMessage> todo, int succeeded, int delayLevel) {
        List<CachedMessage> done = queue.stillOurs(todo.subList(0, succeeded));
        List<CachedMessage> failed = queue.stillOurs(todo.subList(succeeded, todo.size()));
        ignored(queue, todo.size() - done.size() - failed.size(), todo.size());
        if (env.group().isBroadcasting()) {
            failed.forEach(message -> drop(queue, message));
            queue.finish(todo);
            return CompletableFuture.completedFuture(null);
        }
        if (!done.isEmpty()) {
            queue.finish(done);
        }
        List<CompletableFuture<Void>> givenBack = new ArrayList<>();
        for (CachedMessage message : failed) {
            givenBack.add(giveBack(queue, message, delayLevel));
        }
        return CompletableFuture.allOf(givenBack.toArray(CompletableFuture<?>[]::new));
    }

    private void ignored(ProcessQueue queue, int late, int all) {
        if (late > 0) {
            LOG.info(
                    "group {}: the listener's answer for {} of {} messages from {} comes too late and is ignored",
                    env.group().name(),
                    late,
                    all,
                    queue.queue());
        }
    }

    private void drop(ProcessQueue queue, CachedMessage message) {
        LOG.warn(
                "group {}: message {} of {} was not consumed and is dropped, as broadcasting has no retries",
                env.group().name(),
                message.message().getMsgId(),
                queue.queue());
    }

    private CompletableFuture<Void> giveBack(ProcessQueue queue, CachedMessage message, int delayLevel) {
        return env.retries()
                .giveBack(message.message(), delayLevel, attempts(message.message()))
                .handle((given, failure) -> {
                    if (failure == null) {
                        queue.finish(List.of(message));
                    } else {
                        retryHere(queue, message, failure);
                    }
                    return null;
                });
    }

    private int attempts(MessageExt message) {
        return Delivery.attempts(message, env.settings().get().maxReconsumeTimes(), Retries.ATTEMPTS_DEFAULT);
    }

    private void retryHere(ProcessQueue queue, CachedMessage message, Throwable failure) {
        LOG.warn(
                "group {}: message {} of {} could not be given back, it is consumed again here in {} ms: {}",
                env.group().name(),
                message.message().getMsgId(),
                queue.queue(),
                RETRY_HERE_DELAY_MS,
                Failures.text(failure));
        message.message().setReconsumeTimes(message.message().getReconsumeTimes() + 1);
        queue.waitAgain(List.of(message));
        env.timer().after(RETRY_HERE_DELAY_MS, () -> env.pool().execute(() -> consume(queue, List.of(message))));
    }

    /**
     * Messages whose listener takes longer than the consume timeout go to the retry topic, so that the position moves on; what the listener says
     * in the end is ignored.
     */
    void handOverOverdue(ProcessQueue queue) {
        long timeoutMs = env.settings().get().consumeTimeoutMs();
        for (CachedMessage message : queue.overdue(env.clock().nowMs(), timeoutMs)) {
            LOG.warn(
                    "group {}: the listener has had message {} of {} offset {} for more than {} ms, it is {}",
                    env.group().name(),
                    message.message().getMsgId(),
                    queue.queue(),
                    message.offset(),
                    timeoutMs,
                    env.group().isBroadcasting() ? "no longer waited for" : "given to the retry topic");
            CompletableFuture<Void> given = env.group().isBroadcasting()
                    ? CompletableFuture.completedFuture(null)
                    : env.retries().giveBack(message.message(), OVERDUE_DELAY_LEVEL, attempts(message.message()));
            given.whenComplete((done, failure) -> {
                if (failure == null) {
                    queue.finish(List.of(message));
                } else {
                    queue.keep(message);
                }
            });
        }
    }

    @Override
    public ConsumeMessageDirectlyResult consumeDirectly(MessageExt message, String brokerName) {
        message.setBrokerName(brokerName);
        MessageQueue queue = new MessageQueue(message.getTopic(), brokerName, message.getQueueId());
        ConsumeConcurrentlyContext context = new ConsumeConcurrentlyContext(queue);
        ListenerResult<ConsumeConcurrentlyStatus> result = call(List.of(delivery.restored(message)), context);
        CMResult outcome;
        if (result.thrown() != null) {
            outcome = CMResult.CR_THROW_EXCEPTION;
        } else if (result.status() == null) {
            outcome = CMResult.CR_RETURN_NULL;
        } else {
            outcome = result.status() == ConsumeConcurrentlyStatus.CONSUME_SUCCESS
                    ? CMResult.CR_SUCCESS
                    : CMResult.CR_LATER;
        }
        String remark = result.thrown() == null ? null : result.thrown().toString();
        return new ConsumeMessageDirectlyResult(false, true, outcome, remark, result.tookMs());
    }
}
