package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.remoting.protocol.NamespaceUtil;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Makes messages look to the listener as they were sent: with their own topic, without namespace. */
final class Delivery {
    private final Group group;
    private volatile Stamp stamp = new Stamp(0, "0");

    /** A time and its text: calls of one millisecond share them. */
    private record Stamp(long ms, String text) {}

    Delivery(Group group) {
        this.group = group;
    }

    /** The messages for one call, as a list that cannot be changed. */
    List<MessageExt> of(List<CachedMessage> cached, long nowMs) {
        Stamp started = stamp;
        if (started.ms() != nowMs) {
            started = new Stamp(nowMs, Long.toString(nowMs));
            stamp = started;
        }
        if (cached.size() == 1) {
            return List.of(delivered(cached.get(0), started));
        }
        List<MessageExt> messages = new ArrayList<>(cached.size());
        for (CachedMessage one : cached) {
            messages.add(delivered(one, started));
        }
        return Collections.unmodifiableList(messages);
    }

    private MessageExt delivered(CachedMessage cached, Stamp started) {
        MessageAccessor.setConsumeStartTimeStamp(cached.message(), started.text());
        return restored(cached.message());
    }

    MessageExt restored(MessageExt message) {
        if (group.retryTopic().equals(message.getTopic())) {
            String origin = message.getProperty(MessageConst.PROPERTY_RETRY_TOPIC);
            message.setTopic(origin == null ? message.getTopic() : origin);
        }
        if (group.namespace() != null) {
            message.setTopic(NamespaceUtil.withoutNamespace(message.getTopic(), group.namespace()));
        }
        return message;
    }

    /** How often this message may be consumed before it becomes a dead letter: what it says itself comes first. */
    static int attempts(MessageExt message, int ofConsumer, int byDefault) {
        String own = message.getProperty(MessageConst.PROPERTY_MAX_RECONSUME_TIMES);
        if (own != null && !own.isEmpty() && own.length() < 10 && own.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Integer.parseInt(own);
        }
        return ofConsumer < 0 ? byDefault : ofConsumer;
    }
}
