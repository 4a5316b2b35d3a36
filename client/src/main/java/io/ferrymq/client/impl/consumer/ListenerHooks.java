package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.listener.ConsumeReturnType;
import io.ferrymq.client.hook.ConsumeMessageContext;
import io.ferrymq.client.hook.ConsumeMessageHook;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import java.util.HashMap;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells hooks of each call of the listener, in the order of their registration. A hook that fails, in whatever way, changes nothing. */
@SuppressWarnings("CatchingUnchecked") // The border to code of others: an Error of theirs must not cost a message.
final class ListenerHooks {
    /** Under this name the context's properties hold how the call ended. */
    private static final String RETURN_TYPE = "ConsumeContextType";

    private static final Logger LOG = LoggerFactory.getLogger(ListenerHooks.class);

    private final Group group;
    private final List<ConsumeMessageHook> hooks;

    /** @param hooks may grow while the consumer runs */
    ListenerHooks(Group group, List<ConsumeMessageHook> hooks) {
        this.group = group;
        this.hooks = hooks;
    }

    /** @return to be given to {@link #after}; null when nobody listens */
    ConsumeMessageContext before(MessageQueue queue, List<MessageExt> messages) {
        if (hooks.isEmpty()) {
            return null;
        }
        ConsumeMessageContext context = new ConsumeMessageContext();
        context.setNamespace(group.namespace());
        context.setAccessChannel(group.accessChannel());
        context.setConsumerGroup(group.name());
        context.setMq(queue);
        context.setMsgList(messages);
        context.setSuccess(false);
        context.setProps(new HashMap<>());
        for (ConsumeMessageHook hook : hooks) {
            try {
                hook.consumeMessageBefore(context);
            } catch (Throwable e) {
                LOG.warn("group {}: the hook {} failed before a call", group.name(), hook.hookName(), e);
            }
        }
        return context;
    }

    void after(ConsumeMessageContext context, String status, boolean success, ConsumeReturnType type) {
        if (context == null) {
            return;
        }
        context.setStatus(status);
        context.setSuccess(success);
        context.getProps().put(RETURN_TYPE, type.name());
        for (ConsumeMessageHook hook : hooks) {
            try {
                hook.consumeMessageAfter(context);
            } catch (Throwable e) {
                LOG.warn("group {}: the hook {} failed after a call", group.name(), hook.hookName(), e);
            }
        }
    }
}
