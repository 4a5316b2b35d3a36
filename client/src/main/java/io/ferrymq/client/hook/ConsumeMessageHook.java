package io.ferrymq.client.hook;

/** Sees each call of a listener, before and after. What it throws is logged and changes nothing. */
public interface ConsumeMessageHook {
    String hookName();

    void consumeMessageBefore(ConsumeMessageContext context);

    void consumeMessageAfter(ConsumeMessageContext context);
}
