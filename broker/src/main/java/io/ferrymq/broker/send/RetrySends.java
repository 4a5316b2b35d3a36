package io.ferrymq.broker.send;

import io.ferrymq.broker.group.SubscriptionGroups;
import io.ferrymq.broker.stats.TopicCounters;
import io.ferrymq.broker.topic.SpecialTopics;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import io.ferrymq.store.MessageToStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Messages that consumers send to their retry topic themselves: those tried often enough go to the dead letters (spec: broker 7.2). */
public final class RetrySends {
    private final SubscriptionGroups groups;
    private final SpecialTopics special;
    private final Predicate<String> isLocked;
    private final TopicCounters counters;

    /**
     * @param isLocked whether an ordered consumer of this group holds a queue: it has given the message up already
     * @param counters where what comes back is counted
     */
    public RetrySends(
            SubscriptionGroups groups, SpecialTopics special, Predicate<String> isLocked, TopicCounters counters) {
        this.counters = counters;
        this.groups = groups;
        this.special = special;
        this.isLocked = isLocked;
    }

    static boolean isRetry(TopicConfig topic) {
        String name = topic.topicName();
        return name.charAt(0) == '%' && MixAll.isRetryTopic(name);
    }

    /** The message as it goes on, perhaps to the dead letters; null when the send was refused and answered. */
    MessageToStore redirect(RequestContext context, SendMessageRequestHeader header, MessageToStore message) {
        String group = message.topic().substring(MixAll.RETRY_GROUP_TOPIC_PREFIX.length());
        SubscriptionGroupConfig config = groups.findOrCreate(group);
        if (config == null) {
            context.respond(
                    ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST,
                    "subscription group " + group
                            + " does not exist and is not created by itself (autoCreateSubscriptionGroup)");
            return null;
        }
        boolean clientDecides =
                context.version() >= ProtocolVersion.MAX_RECONSUME_TIMES_MIN && header.maxReconsumeTimes() != null;
        int max = clientDecides ? header.maxReconsumeTimes() : config.retryMaxTimes();
        // A dead letter that comes back starts anew: its group has not given it up again.
        boolean comesBack =
                message.reconsumeTimes() == 0 && message.properties().get(PropertyName.RESENT) != null;
        if (comesBack) {
            return message;
        }
        boolean isLast = message.reconsumeTimes() > max || isLocked.test(group);
        counters.sentBack(group, message.properties().get(PropertyName.RETRY_TOPIC, message.topic()), isLast);
        if (!isLast) {
            return message;
        }
        TopicConfig deadLetters = special.deadLetters(group);
        return new MessageToStore(
                deadLetters.topicName(),
                0,
                message.flag(),
                message.sysFlag(),
                message.bornTimestampMs(),
                message.bornHost(),
                message.storeHost(),
                message.reconsumeTimes(),
                message.preparedTransactionOffset(),
                message.body(),
                origin(message));
    }

    // As for those that the broker makes dead letters of: where it came from.
    private static PropertyBytes origin(MessageToStore message) {
        PropertyBytes properties = message.properties().without(PropertyName.DELAY);
        Map<String, String> changes = new LinkedHashMap<>();
        String topic = properties.get(PropertyName.RETRY_TOPIC);
        if (topic != null && properties.get(PropertyName.DLQ_ORIGIN_TOPIC) == null) {
            changes.put(PropertyName.DLQ_ORIGIN_TOPIC.text(), topic);
        }
        String id = properties.get(PropertyName.ORIGIN_MESSAGE_ID);
        if (id != null && properties.get(PropertyName.DLQ_ORIGIN_MESSAGE_ID) == null) {
            changes.put(PropertyName.DLQ_ORIGIN_MESSAGE_ID.text(), id);
        }
        return changes.isEmpty() ? properties : properties.with(changes);
    }
}
