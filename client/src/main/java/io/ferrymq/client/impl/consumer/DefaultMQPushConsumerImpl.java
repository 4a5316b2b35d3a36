package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.hook.ConsumeMessageHook;
import io.ferrymq.client.hook.FilterMessageHook;
import java.util.List;

/** Where applications of RocketMQ's version 4 register hooks of a push consumer. */
public final class DefaultMQPushConsumerImpl {
    private final List<ConsumeMessageHook> consumeHooks;
    private final List<FilterMessageHook> filterHooks;

    /** The lists may be read by a running consumer while they grow. */
    public DefaultMQPushConsumerImpl(List<ConsumeMessageHook> consumeHooks, List<FilterMessageHook> filterHooks) {
        this.consumeHooks = consumeHooks;
        this.filterHooks = filterHooks;
    }

    /** Hears of each call of the listener, before and after it. */
    public void registerConsumeMessageHook(ConsumeMessageHook hook) {
        consumeHooks.add(hook);
    }

    /** May take messages out of what a pull brought. */
    public void registerFilterMessageHook(FilterMessageHook hook) {
        filterHooks.add(hook);
    }

    /** Whether a hook hears of calls of the listener. */
    public boolean hasHook() {
        return !consumeHooks.isEmpty();
    }
}
