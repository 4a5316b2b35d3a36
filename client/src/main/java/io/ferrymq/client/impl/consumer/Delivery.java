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

    Delivery(Group group) {
        this.group = group;
    }

    /** The messages for one call, as a list that cannot be changed. */
    List<MessageExt> of(List<CachedMessage> cached, long nowMs) {
        List<MessageExt> messages = new ArrayList<>(cached.size());
        String started = Long.toString(nowMs);
        for (CachedMessage one : cached) {
            MessageAccessor.setConsumeStartTimeStamp(one.message(), started);
            messages.add(restored(one.message()));
        }
        return Collections.unmodifiableList(messages);
    }

    MessageExt restored(MessageExt message) {
        String origin = message.getProperty(MessageConst.PROPERTY_RETRY_TOPIC);
        if (origin != null && group.retryTopic().equals(message.getTopic())) {
            message.setTopic(origin);
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
