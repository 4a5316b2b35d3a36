package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageClientIDSetter;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.TopicQueue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Sends dead letters of a group again, each once: the copy carries where its dead letter stands, and is looked for before another one is sent. So a
 * command that was cut off, or is given twice, sends what is missing.
 */
final class DeadLetters {
    private static final String SENDER = "mqadmin_resend";

    /** What the way to the dead letters has left in the properties, and brokers and consumers write anew. */
    private static final List<String> TRACES = List.of(
            MessageConst.PROPERTY_DLQ_ORIGIN_TOPIC,
            MessageConst.PROPERTY_DLQ_ORIGIN_MESSAGE_ID,
            MessageConst.PROPERTY_RETRY_TOPIC,
            MessageConst.PROPERTY_ORIGIN_MESSAGE_ID,
            MessageConst.PROPERTY_RECONSUME_TIME,
            MessageConst.PROPERTY_DELAY_TIME_LEVEL,
            MessageConst.PROPERTY_REAL_TOPIC,
            MessageConst.PROPERTY_REAL_QUEUE_ID,
            MessageConst.PROPERTY_CONSUME_START_TIMESTAMP,
            MessageConst.PROPERTY_MIN_OFFSET,
            MessageConst.PROPERTY_MAX_OFFSET,
            MessageConst.PROPERTY_WAIT_STORE_MSG_OK);

    private final String group;
    private final boolean toRetryTopic;
    private final MessageFinder finder;
    private final MessageSender sender;
    private int next;

    /** @param toRetryTopic to this group alone; else to all that consume the topic it came from */
    DeadLetters(Admin admin, MessageFinder finder, String group, boolean toRetryTopic) {
        this.group = group;
        this.toRetryTopic = toRetryTopic;
        this.finder = finder;
        this.sender = new MessageSender(admin, SENDER);
    }

    /** The topic that a dead letter came from. */
    static String origin(MessageExt dead) throws CommandFailed {
        String topic = dead.getProperty(MessageConst.PROPERTY_DLQ_ORIGIN_TOPIC);
        String known = topic != null ? topic : dead.getProperty(MessageConst.PROPERTY_RETRY_TOPIC);
        if (known == null) {
            throw new CommandFailed("dead letter " + offsetId(dead) + " does not say which topic it came from");
        }
        return known;
    }

    static String offsetId(MessageExt dead) {
        return MessageView.of(dead, StandardCharsets.UTF_8).offsetMsgId();
    }

    /** The id by which it is found; messages of foreign producers may have none, and get that of their place. */
    static String id(MessageExt dead) {
        String unique = MessageClientIDSetter.getUniqID(dead);
        return unique != null ? unique : offsetId(dead);
    }

    String target(MessageExt dead) throws CommandFailed {
        return toRetryTopic ? MixAll.getRetryTopic(group) : origin(dead);
    }

    boolean isSentAgain(MessageExt dead) throws CommandFailed, InterruptedException {
        String place = offsetId(dead);
        return finder.byUniqueId(target(dead), id(dead)).stream()
                .anyMatch(copy -> place.equals(copy.getProperty(PropertyName.RESENT.text())));
    }

    MessageSender.Sent send(MessageExt dead) throws CommandFailed, InterruptedException {
        String topic = target(dead);
        List<TopicQueue> queues = sender.queues(topic, null);
        return sender.send(copy(dead, topic), queues.get(next++ % queues.size()));
    }

    private Message copy(MessageExt dead, String topic) throws CommandFailed {
        Message copy = new Message(topic, dead.getBody());
        copy.setFlag(dead.getFlag());
        for (Map.Entry<String, String> property : dead.getProperties().entrySet()) {
            if (!TRACES.contains(property.getKey())) {
                copy.getProperties().put(property.getKey(), property.getValue());
            }
        }
        copy.getProperties().put(MessageConst.PROPERTY_UNIQ_CLIENT_MESSAGE_ID_KEYIDX, id(dead));
        copy.getProperties().put(PropertyName.RESENT.text(), offsetId(dead));
        if (toRetryTopic) {
            copy.getProperties().put(MessageConst.PROPERTY_RETRY_TOPIC, origin(dead));
            String first = dead.getProperty(MessageConst.PROPERTY_DLQ_ORIGIN_MESSAGE_ID);
            copy.getProperties().put(MessageConst.PROPERTY_ORIGIN_MESSAGE_ID, first != null ? first : offsetId(dead));
        }
        return copy;
    }
}
