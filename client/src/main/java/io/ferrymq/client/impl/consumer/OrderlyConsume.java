package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.listener.ConsumeOrderlyContext;
import io.ferrymq.client.consumer.listener.ConsumeOrderlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.client.hook.ConsumeMessageContext;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.body.CMResult;
import io.ferrymq.remoting.protocol.body.ConsumeMessageDirectlyResult;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Consumption in order: each queue has at most one call under way, and nothing is left out. */
final class OrderlyConsume implements ConsumeService {
    private static final Logger LOG = LoggerFactory.getLogger(OrderlyConsume.class);

    private final MessageListenerOrderly listener;
    private final ListenerEnvironment env;
    private final QueueLease lease;
    private final LeaseTimes times;
    private final Delivery delivery;
    private final AtomicBoolean warned = new AtomicBoolean();

    OrderlyConsume(MessageListenerOrderly listener, ListenerEnvironment env, QueueLease lease, LeaseTimes times) {
        this.listener = listener;
        this.env = env;
        this.lease = lease;
        this.times = times;
        this.delivery = new Delivery(env.group());
    }

    @Override
    public boolean isOrderly() {
        return true;
    }

    @Override
    public QueueConsumer open(ProcessQueue queue) {
        return new OrderlyQueue(queue, this, lease, times, env);
    }

    /**
     * Calls the listener.
     *
     * @return its answer; {@link ConsumeOrderlyStatus#SUSPEND_CURRENT_QUEUE_A_MOMENT} for null or an exception
     */
    ConsumeOrderlyStatus call(MessageQueue queue, List<CachedMessage> batch, ConsumeOrderlyContext context) {
        List<MessageExt> messages = delivery.of(batch, env.clock().nowMs());
        ConsumeMessageContext hooked = env.hooks().before(queue, messages);
        ListenerResult<ConsumeOrderlyStatus> result = call(messages, context);
        ConsumeOrderlyStatus status =
                result.status() == null ? ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT : result.status();
        boolean success = isSuccess(status);
        env.hooks()
                .after(
                        hooked,
                        status.name(),
                        success,
                        result.type(success, env.settings().get().consumeTimeoutMs()));
        int count = batch.size();
        env.stats().consumed(queue.getTopic(), success ? count : 0, success ? 0 : count, result.tookMs());
        if (result.status() == null) {
            LOG.warn(
                    "group {}: the listener {} for message {} of {}, the queue waits a moment",
                    env.group().name(),
                    result.thrown() == null ? "answered null" : "threw",
                    messages.get(0).getMsgId(),
                    queue,
                    result.thrown());
        }
        return status;
    }

    /** Says once that an answer means something only to those who commit themselves. */
    void warnOfAutoCommit(MessageQueue queue, ConsumeOrderlyStatus status) {
        if (warned.compareAndSet(false, true)) {
            LOG.warn(
                    "group {}: the listener answered {} for {}, which counts as SUCCESS as long as it does not call"
                            + " context.setAutoCommit(false)",
                    env.group().name(),
                    status,
                    queue);
        }
    }

    @SuppressWarnings("deprecation") // COMMIT is of old, but still an answer.
    private static boolean isSuccess(ConsumeOrderlyStatus status) {
        return status == ConsumeOrderlyStatus.SUCCESS || status == ConsumeOrderlyStatus.COMMIT;
    }

    // The border to the application's code: whatever it throws is its answer.
    @SuppressWarnings("CatchingUnchecked")
    private ListenerResult<ConsumeOrderlyStatus> call(List<MessageExt> messages, ConsumeOrderlyContext context) {
        long startMs = env.clock().nowMs();
        try {
            ConsumeOrderlyStatus status = listener.consumeMessage(messages, context);
            return new ListenerResult<>(status, null, env.clock().nowMs() - startMs);
        } catch (Throwable e) {
            return new ListenerResult<>(null, e, env.clock().nowMs() - startMs);
        }
    }

    @Override
    public ConsumeMessageDirectlyResult consumeDirectly(MessageExt message, String brokerName) {
        message.setBrokerName(brokerName);
        MessageQueue queue = new MessageQueue(message.getTopic(), brokerName, message.getQueueId());
        ConsumeOrderlyContext context = new ConsumeOrderlyContext(queue);
        ListenerResult<ConsumeOrderlyStatus> result = call(List.of(delivery.restored(message)), context);
        String remark = result.thrown() == null ? null : result.thrown().toString();
        return new ConsumeMessageDirectlyResult(true, context.isAutoCommit(), outcome(result), remark, result.tookMs());
    }

    @SuppressWarnings("deprecation") // COMMIT and ROLLBACK are of old, but still answers.
    private static CMResult outcome(ListenerResult<ConsumeOrderlyStatus> result) {
        if (result.thrown() != null) {
            return CMResult.CR_THROW_EXCEPTION;
        }
        if (result.status() == null) {
            return CMResult.CR_RETURN_NULL;
        }
        return switch (result.status()) {
            case SUCCESS -> CMResult.CR_SUCCESS;
            case COMMIT -> CMResult.CR_COMMIT;
            case ROLLBACK -> CMResult.CR_ROLLBACK;
            case SUSPEND_CURRENT_QUEUE_A_MOMENT -> CMResult.CR_LATER;
        };
    }
}
