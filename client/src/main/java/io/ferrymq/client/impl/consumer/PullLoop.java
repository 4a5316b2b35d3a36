package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.impl.calls.PullCalls;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pulls one queue as long as it is this consumer's: ask, take in, ask again. At most one call is under way, and each step starts the next one,
 * so that no two threads are ever in here at a time; what has to wait is called back by a timer, by the gate, or by the listener that made room.
 */
final class PullLoop {
    private static final Logger LOG = LoggerFactory.getLogger(PullLoop.class);
    private static final long FLOW_CONTROL_DELAY_MS = 20;
    private static final long NOT_YET_SUBSCRIBED_DELAY_MS = 100;
    private static final long QUICK_MS = 20;
    private static final int QUICK_EMPTY_MAX = 10;

    private final ProcessQueue queue;
    private final QueueConsumer consumer;
    private final PullEnvironment env;
    private long nextOffset;
    private long brokerId = MixAll.MASTER_ID;
    private long askedMs;
    private int quickEmpty;

    PullLoop(ProcessQueue queue, long startOffset, QueueConsumer consumer, PullEnvironment env) {
        this.queue = queue;
        this.nextOffset = startOffset;
        this.consumer = consumer;
        this.env = env;
    }

    void start() {
        step();
    }

    private void step() {
        if (!queue.isActive() || !env.gate().isOpen(this::step)) {
            return;
        }
        SubscriptionData subscription = env.subscriptions().of(queue.queue().getTopic());
        PullSettings settings = env.settings().get();
        if (subscription == null || !consumer.mayPull()) {
            later(settings.exceptionDelayMs());
            return;
        }
        if (!consumer.wantsMore(this::step)) {
            return;
        }
        FlowLimits limits = env.limits().of(queue.queue().getTopic());
        if (!queue.hasRoom(limits, this::step)) {
            return;
        }
        askedMs = env.clock().nowMs();
        queue.pulled(askedMs);
        env.pulls()
                .pull(
                        queue.queue(),
                        brokerId,
                        header(subscription, settings),
                        (answer, failure) -> answered(answer, failure, subscription));
    }

    private PullMessageRequestHeader header(SubscriptionData subscription, PullSettings settings) {
        long committed = env.committed().of(queue.queue());
        boolean withExpression = settings.withExpression() && !subscription.classFilterMode();
        return new PullMessageRequestHeader(
                env.group().name(),
                queue.queue().getTopic(),
                queue.queue().getQueueId(),
                nextOffset,
                settings.batchSize(),
                PullSysFlag.buildSysFlag(
                                committed > 0, true, withExpression, subscription.classFilterMode(), settings.lite())
                        | (committed > 0 && env.ownership().isShared() ? PullSysFlag.FLAG_FORWARD : 0),
                Math.max(0, committed),
                settings.suspendMs(),
                withExpression ? subscription.subString() : null,
                subscription.subVersion(),
                subscription.expressionType(),
                settings.batchSizeBytes(),
                null,
                null,
                null);
    }

    // The edge of the event loop: whatever goes wrong here must not end the loop silently.
    private void answered(Pulls.Answer answer, Throwable failure, SubscriptionData subscription) {
        try {
            if (failure == null) {
                took(answer, subscription);
            } else {
                failed(failure);
            }
        } catch (RuntimeException | Error e) {
            if (env.complaints().isDue("use " + queue.queue() + e.getClass().getSimpleName(), askedMs)) {
                LOG.error(
                        "group {}: what was pulled of {} at offset {} cannot be used, it is pulled again",
                        env.group().name(),
                        queue.queue(),
                        nextOffset,
                        e);
            }
            later(env.settings().get().exceptionDelayMs());
        }
    }

    private void took(Pulls.Answer answer, SubscriptionData subscription) {
        PullCalls.Pulled pulled = answer.pulled();
        brokerId = pulled.header().suggestWhichBrokerId();
        Long position = pulled.header().ferrymqPosition();
        if (position != null && env.ownership().isLost(queue, position)) {
            return;
        }
        if (pulled.code() != ResponseCode.PULL_OFFSET_MOVED && isOutdated(subscription)) {
            // What it left out may be wanted now: the same place is read again.
            step();
            return;
        }
        switch (pulled.code()) {
            case ResponseCode.SUCCESS -> found(pulled, subscription);
            case ResponseCode.PULL_OFFSET_MOVED -> moved(pulled, answer.fromSlave());
            default -> nothing(pulled.header().nextBeginOffset());
        }
    }

    /** Whether the application has changed its mind while the pull was under way; a new version alone is no change. */
    private boolean isOutdated(SubscriptionData asked) {
        SubscriptionData now = env.subscriptions().of(asked.topic());
        return now == null
                || !Objects.equals(now.subString(), asked.subString())
                || !Objects.equals(now.expressionType(), asked.expressionType());
    }

    private void found(PullCalls.Pulled pulled, SubscriptionData subscription) {
        quickEmpty = 0;
        long next = pulled.header().nextBeginOffset();
        List<MessageExt> messages = env.messages().of(queue.queue(), nextOffset, pulled, subscription);
        env.stats()
                .pulled(queue.queue().getTopic(), messages.size(), env.clock().nowMs() - askedMs);
        List<CachedMessage> cached = queue.add(messages, next);
        nextOffset = next;
        if (!cached.isEmpty()) {
            consumer.take(cached);
        }
        long intervalMs = env.settings().get().intervalMs();
        if (intervalMs > 0 && !messages.isEmpty()) {
            later(intervalMs);
        } else {
            step();
        }
    }

    private void nothing(long next) {
        boolean moved = next > nextOffset;
        if (moved) {
            queue.add(List.of(), next);
            nextOffset = next;
        }
        // A broker that does not hold answers back would otherwise be asked without end.
        boolean quick = !moved && env.clock().nowMs() - askedMs < QUICK_MS;
        quickEmpty = quick ? quickEmpty + 1 : 0;
        if (quickEmpty > QUICK_EMPTY_MAX) {
            later(NOT_YET_SUBSCRIBED_DELAY_MS);
        } else {
            step();
        }
    }

    private void moved(PullCalls.Pulled pulled, boolean fromSlave) {
        if (fromSlave) {
            // It may be behind, and is no authority for where the queue ends.
            brokerId = MixAll.MASTER_ID;
            later(env.settings().get().exceptionDelayMs());
            return;
        }
        env.onMoved().moved(queue, nextOffset, pulled.header());
    }

    private void failed(Throwable failure) {
        PullSettings settings = env.settings().get();
        switch (Failures.brokerCode(failure)) {
            case ResponseCode.FLOW_CONTROL -> later(FLOW_CONTROL_DELAY_MS);
            case ResponseCode.SUBSCRIPTION_NOT_EXIST,
                    ResponseCode.SUBSCRIPTION_NOT_LATEST,
                    ResponseCode.FILTER_DATA_NOT_EXIST,
                    ResponseCode.FILTER_DATA_NOT_LATEST -> {
                // The broker has not heard of this consumer yet, or not of its newest subscription.
                env.heartbeat().run();
                long waitedMs = NOT_YET_SUBSCRIBED_DELAY_MS << Math.min(quickEmpty, QUICK_EMPTY_MAX);
                quickEmpty++;
                complain(failure, quickEmpty > QUICK_EMPTY_MAX / 2);
                later(Math.min(waitedMs, settings.exceptionDelayMs()));
            }
            default -> {
                brokerId = MixAll.MASTER_ID;
                complain(failure, true);
                later(settings.exceptionDelayMs());
            }
        }
    }

    private void complain(Throwable failure, boolean loud) {
        String text = Failures.text(failure);
        String cause = "pull " + queue.queue().getBrokerName() + Failures.kind(failure);
        if (loud
                && queue.isActive()
                && env.complaints().isDue(cause, env.clock().nowMs())) {
            LOG.warn(
                    "group {}: {} cannot be pulled at offset {}: {}",
                    env.group().name(),
                    queue.queue(),
                    nextOffset,
                    text);
        }
    }

    private void later(long delayMs) {
        env.timer().after(delayMs, this::step);
    }
}
