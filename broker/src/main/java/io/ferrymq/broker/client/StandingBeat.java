package io.ferrymq.broker.client;

import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.protocol.header.HeartbeatResponseHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.ref.WeakReference;
import java.util.List;

/**
 * A heartbeat that was read and found in order, with all that its outcome depends on.
 *
 * @param body its bytes
 * @param groups its consumer groups
 * @param producerGroups its producer groups
 * @param answer the same each time
 */
record StandingBeat(ByteBuf body, List<Group> groups, List<String> producerGroups, HeartbeatResponseHeader answer) {
    /** Longer ones are read each time: memory for them is bounded by the number of connections. */
    static final int BODY_MAX_BYTES = 4 << 10;

    /**
     * One consumer group as the heartbeat left it.
     *
     * @param members a new one with each change of the members or of what they subscribe; weak, or while a big group gathers each of its
     *     members would keep another stage of it in memory
     * @param config its settings
     */
    record Group(String name, WeakReference<ConsumerGroup> members, SubscriptionGroupConfig config) {
        static Group of(ConsumerGroup members, SubscriptionGroupConfig config) {
            return new Group(members.name(), new WeakReference<>(members), config);
        }

        boolean isStill(ConsumerGroup now) {
            return now != null && members.refersTo(now);
        }
    }

    static StandingBeat of(
            ByteBuf body, List<Group> groups, List<String> producerGroups, HeartbeatResponseHeader answer) {
        byte[] bytes = new byte[body.readableBytes()];
        body.getBytes(body.readerIndex(), bytes);
        return new StandingBeat(
                Unpooled.wrappedBuffer(bytes), List.copyOf(groups), List.copyOf(producerGroups), answer);
    }

    /** Whether another heartbeat has the same bytes. */
    boolean isSame(ByteBuf other) {
        return body.equals(other);
    }
}
