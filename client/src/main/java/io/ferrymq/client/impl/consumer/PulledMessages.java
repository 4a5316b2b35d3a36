package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.hook.FilterMessageContext;
import io.ferrymq.client.hook.FilterMessageHook;
import io.ferrymq.client.impl.calls.PullCalls;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes messages of a pull's bytes, and leaves out what the application does not want of them. */
final class PulledMessages {
    private static final Logger LOG = LoggerFactory.getLogger(PulledMessages.class);

    private final Group group;
    private final Decoding decoding;
    private final List<FilterMessageHook> filters;
    private final Watcher watcher;

    /** Sees what brokers sent, before anything is left out. */
    @FunctionalInterface
    interface Watcher {
        /**
         * @param fromOffset the offset asked for
         * @param count messages that the broker sent
         */
        void pulled(MessageQueue queue, long fromOffset, int count, PullCalls.Pulled pulled);
    }

    /** @param filters may grow while the consumer runs */
    PulledMessages(Group group, Decoding decoding, List<FilterMessageHook> filters) {
        this(group, decoding, filters, (queue, fromOffset, count, pulled) -> {});
    }

    PulledMessages(Group group, Decoding decoding, List<FilterMessageHook> filters, Watcher watcher) {
        this.group = group;
        this.decoding = decoding;
        this.filters = filters;
        this.watcher = watcher;
    }

    /** @param fromOffset the offset asked for: what an inner batch holds before it was consumed already */
    List<MessageExt> of(MessageQueue queue, long fromOffset, PullCalls.Pulled pulled, SubscriptionData subscription) {
        List<MessageExt> messages = MessageDecoder.decodesBatch(
                pulled.body().duplicate(), decoding.readBody(), decoding.decompress(), true);
        Long delta = pulled.header().offsetDelta();
        String[] bounds = {
            MessageConst.PROPERTY_MIN_OFFSET, Long.toString(pulled.header().minOffset()),
            MessageConst.PROPERTY_MAX_OFFSET, Long.toString(pulled.header().maxOffset())
        };
        for (MessageExt message : messages) {
            if (delta != null) {
                message.setQueueOffset(message.getQueueOffset() + delta);
            }
            message.setBrokerName(queue.getBrokerName());
            message.setTopicSysFlag(pulled.header().topicSysFlag());
            message.setGroupSysFlag(pulled.header().groupSysFlag());
            MessageAccessor.putShared(message, bounds);
            if (Boolean.parseBoolean(message.getProperty(MessageConst.PROPERTY_TRANSACTION_PREPARED))) {
                message.setTransactionId(message.getProperty(MessageConst.PROPERTY_UNIQ_CLIENT_MESSAGE_ID_KEYIDX));
            }
        }
        watcher.pulled(queue, fromOffset, messages.size(), pulled);
        // Brokers compare hash codes of tags: two tags may share one.
        messages.removeIf(message -> message.getQueueOffset() < fromOffset || !isWanted(message, subscription));
        filters.forEach(filter -> apply(filter, queue, messages));
        return messages;
    }

    private static boolean isWanted(MessageExt message, SubscriptionData subscription) {
        return subscription.tagsSet().isEmpty()
                || subscription.classFilterMode()
                || (message.getTags() != null && subscription.tagsSet().contains(message.getTags()));
    }

    // The border to code of others: an Error of theirs must not stop the queue.
    @SuppressWarnings("CatchingUnchecked")
    private void apply(FilterMessageHook filter, MessageQueue queue, List<MessageExt> messages) {
        FilterMessageContext context = new FilterMessageContext();
        context.setConsumerGroup(group.name());
        context.setMq(queue);
        context.setMsgList(messages);
        context.setUnitMode(group.unitMode());
        try {
            filter.filterMessage(context);
        } catch (Throwable e) {
            LOG.warn("group {}: the filter {} failed, it changes nothing", group.name(), filter.hookName(), e);
        }
    }
}
