package io.ferrymq.client.impl.consumer;

import java.util.List;

/** Brings the messages of one queue to the listener. */
interface QueueConsumer {
    /** Takes messages in the order of their offsets; must not block. */
    void take(List<CachedMessage> messages);

    /** Whether more is wanted; if not, {@code then} runs once it is. */
    default boolean wantsMore(Runnable then) {
        return true;
    }

    /** Whether more may be pulled: ordered queues have to be this member's own. */
    default boolean mayPull() {
        return true;
    }
}
