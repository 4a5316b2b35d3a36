package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.hook.ConsumeMessageHook;
import io.ferrymq.client.hook.FilterMessageHook;
import java.util.List;

/** Where applications of RocketMQ register hooks of a pull consumer. */
public final class DefaultMQPullConsumerImpl {
    private final List<ConsumeMessageHook> consumeHooks;
    private final List<FilterMessageHook> filterHooks;

    /** The lists may be read by a running consumer while they grow. */
    public DefaultMQPullConsumerImpl(List<ConsumeMessageHook> consumeHooks, List<FilterMessageHook> filterHooks) {
        this.consumeHooks = consumeHooks;
        this.filterHooks = filterHooks;
    }

    /** Hears of what each pull brings, before and after at once: what becomes of it the consumer is not told. */
    public void registerConsumeMessageHook(ConsumeMessageHook hook) {
        consumeHooks.add(hook);
    }

    /** May take messages out of what a pull brought. */
    public void registerFilterMessageHook(FilterMessageHook hook) {
        filterHooks.add(hook);
    }
}
