package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.Clock;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.function.Supplier;

/**
 * What the pull loops of one consumer have in common.
 *
 * @param gate closed while the consumer is suspended
 * @param heartbeat tells the brokers of this consumer at once
 * @param ownership tells whether the queues are still this consumer's
 * @param onMoved takes over when the broker has nothing at the offset asked for: the loop has ended by then
 */
record PullEnvironment(
        Group group,
        Pulls pulls,
        PulledMessages messages,
        Supplier<PullSettings> settings,
        Subscriptions subscriptions,
        Limits limits,
        Committed committed,
        Gate gate,
        ConsumerStats stats,
        Runnable heartbeat,
        Ownership ownership,
        Moved onMoved,
        Complaints complaints,
        Timer timer,
        Clock clock) {
    /** What the consumer wants of a topic; null when it is not, or no longer, subscribed. */
    @FunctionalInterface
    interface Subscriptions {
        SubscriptionData of(String topic);
    }

    /** How much of each queue of a topic may wait here. */
    @FunctionalInterface
    interface Limits {
        FlowLimits of(String topic);
    }

    /** The position to send along with a pull; 0 or less for none. */
    @FunctionalInterface
    interface Committed {
        long of(MessageQueue queue);
    }

    /** Hears that a queue's offset is out of its bounds, or was set to another place at the broker. */
    @FunctionalInterface
    interface Moved {
        void moved(ProcessQueue queue, long asked, PullMessageResponseHeader header);
    }
}
