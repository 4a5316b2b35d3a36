package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.PullResult;
import io.ferrymq.client.consumer.PullStatus;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.ConsumeReturnType;
import io.ferrymq.client.impl.calls.PullCalls;
import io.ferrymq.client.impl.factory.RouteTable;
import io.ferrymq.common.Clock;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Pulls that an application orders one by one. Each goes to the replica that the broker suggested with the answer before. */
final class OrderedPulls {
    private final Group group;
    private final BrokerLine brokers;
    private final PullCalls calls;
    private final RouteTable routes;
    private final PulledMessages messages;
    private final ListenerHooks hooks;
    private final ConsumerStats stats;
    private final Clock clock;
    private final Reset onReset;
    private final Delivery delivery;
    private final Map<MessageQueue, Long> suggested = new ConcurrentHashMap<>();

    /** Hears that a tool has moved the group. */
    @FunctionalInterface
    interface Reset {
        void moved(MessageQueue queue, long asked, long next);
    }

    OrderedPulls(
            Group group,
            BrokerLine brokers,
            PullCalls calls,
            RouteTable routes,
            PulledMessages messages,
            ListenerHooks hooks,
            ConsumerStats stats,
            Clock clock,
            Reset onReset) {
        this.group = group;
        this.brokers = brokers;
        this.calls = calls;
        this.routes = routes;
        this.messages = messages;
        this.hooks = hooks;
        this.stats = stats;
        this.clock = clock;
        this.onReset = onReset;
        this.delivery = new Delivery(group);
    }

    CompletableFuture<PullResult> pull(PullOrder order) {
        String brokerName = order.queue().getBrokerName();
        CompletableFuture<?> known = brokers.find(brokerName, MixAll.MASTER_ID) != null
                ? CompletableFuture.completedFuture(null)
                : routes.fetch(order.queue().getTopic()).handle((reply, failure) -> null);
        CompletableFuture<PullResult> result = new CompletableFuture<>();
        known.whenComplete((done, ignored) -> ask(order, result));
        return result;
    }

    // The answer is read where it comes in: its bytes are gone afterwards.
    private void ask(PullOrder order, CompletableFuture<PullResult> result) {
        long startMs = clock.nowMs();
        long brokerId = suggested.getOrDefault(order.queue(), MixAll.MASTER_ID);
        new BrokerPulls(brokers, calls, order::timeoutMs)
                .pull(order.queue(), brokerId, header(order), (answer, failure) -> {
                    try {
                        if (failure == null) {
                            result.complete(result(order, answer.pulled(), startMs));
                        } else {
                            suggested.remove(order.queue());
                            result.completeExceptionally(failure);
                        }
                    } catch (RuntimeException | Error e) {
                        result.completeExceptionally(e);
                    }
                });
    }

    private PullMessageRequestHeader header(PullOrder order) {
        return new PullMessageRequestHeader(
                group.name(),
                order.queue().getTopic(),
                order.queue().getQueueId(),
                order.offset(),
                order.maxNums(),
                PullSysFlag.buildSysFlag(false, order.suspendMs() > 0, true, false),
                0,
                order.suspendMs(),
                order.subscription().subString(),
                order.subscription().subVersion(),
                order.subscription().expressionType(),
                order.maxBytes(),
                null,
                null,
                null);
    }

    private PullResult result(PullOrder order, PullCalls.Pulled pulled, long startMs) {
        PullMessageResponseHeader header = pulled.header();
        suggested.put(order.queue(), header.suggestWhichBrokerId());
        if (pulled.code() == ResponseCode.PULL_OFFSET_MOVED && OffsetMove.isReset(order.offset(), header)) {
            onReset.moved(order.queue(), order.offset(), header.nextBeginOffset());
        }
        List<MessageExt> found = pulled.code() == ResponseCode.SUCCESS ? found(order, pulled, startMs) : null;
        return new PullResult(
                status(pulled.code()), header.nextBeginOffset(), header.minOffset(), header.maxOffset(), found);
    }

    private static PullStatus status(int code) {
        return switch (code) {
            case ResponseCode.SUCCESS -> PullStatus.FOUND;
            case ResponseCode.PULL_NOT_FOUND -> PullStatus.NO_NEW_MSG;
            case ResponseCode.PULL_RETRY_IMMEDIATELY -> PullStatus.NO_MATCHED_MSG;
            default -> PullStatus.OFFSET_ILLEGAL;
        };
    }

    private List<MessageExt> found(PullOrder order, PullCalls.Pulled pulled, long startMs) {
        List<MessageExt> found = messages.of(order.queue(), order.offset(), pulled, order.subscription());
        stats.pulled(order.queue().getTopic(), found.size(), clock.nowMs() - startMs);
        found.forEach(delivery::restored);
        // What becomes of them nobody is told: to hooks they are consumed.
        hooks.after(
                hooks.before(order.queue(), found),
                ConsumeConcurrentlyStatus.CONSUME_SUCCESS.name(),
                true,
                ConsumeReturnType.SUCCESS);
        return found;
    }
}
