package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.MessageClientIDSetter;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.common.topic.TopicValidator;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.HumanTime;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ConsumeQueueData;
import io.ferrymq.remoting.protocol.body.QueryConsumeQueueResponseBody;
import io.ferrymq.remoting.protocol.header.QueryConsumeQueueRequestHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.List;
import java.util.Optional;

/**
 * The newest copy of a message that a group has sent back. Copies keep the unique id under which the index has them.
 *
 * @param message the copy; null when the group never sent it back
 * @param place where that is
 */
record SentBack(MessageExt message, Place place) {
    /** Where a copy can be. */
    enum Place {
        NOWHERE,
        DELAY,
        RETRY_TOPIC,
        DEAD_LETTERS
    }

    static SentBack find(Admin admin, MessageFinder finder, MessageExt original, String group)
            throws CommandFailed, InterruptedException {
        String id = MessageClientIDSetter.getUniqID(original);
        if (id == null) {
            return new SentBack(null, Place.NOWHERE);
        }
        String retryTopic = MixAll.getRetryTopic(group);
        MessageExt delivered = newest(find(admin, finder, retryTopic, id));
        MessageExt dead = newest(find(admin, finder, MixAll.getDLQTopic(group), id));
        if (dead != null && !isBack(dead, delivered)) {
            return new SentBack(dead, Place.DEAD_LETTERS);
        }
        MessageExt delayed = newest(finder.byUniqueId(TopicValidator.RMQ_SYS_SCHEDULE_TOPIC, id).stream()
                .filter(copy -> retryTopic.equals(copy.getProperty(MessageConst.PROPERTY_REAL_TOPIC)))
                .toList());
        if (delayed != null && (delivered == null || isLater(delayed, delivered))) {
            return new SentBack(delayed, Place.DELAY);
        }
        return new SentBack(delivered, delivered == null ? Place.NOWHERE : Place.RETRY_TOPIC);
    }

    // The delay keeps its copy when it has delivered it: that one has the same count.
    private static boolean isLater(MessageExt delayed, MessageExt delivered) {
        return delayed.getReconsumeTimes() > delivered.getReconsumeTimes()
                || (delayed.getReconsumeTimes() < delivered.getReconsumeTimes()
                        && delayed.getStoreTimestamp() > delivered.getStoreTimestamp());
    }

    // Sent again by an administrator, and not dead since.
    private static boolean isBack(MessageExt dead, MessageExt delivered) {
        return delivered != null
                && delivered.getStoreTimestamp() > dead.getStoreTimestamp()
                && delivered.getProperty(PropertyName.RESENT.text()) != null;
    }

    private static List<MessageExt> find(Admin admin, MessageFinder finder, String topic, String id)
            throws CommandFailed, InterruptedException {
        return admin.findRoute(topic).isEmpty() ? List.of() : finder.byUniqueId(topic, id);
    }

    private static MessageExt newest(List<MessageExt> byTime) {
        return byTime.isEmpty() ? null : byTime.get(byTime.size() - 1);
    }

    boolean isDead() {
        return place == Place.DEAD_LETTERS;
    }

    boolean isWaiting() {
        return place == Place.DELAY;
    }

    boolean isDelivered() {
        return place == Place.RETRY_TOPIC;
    }

    /** Of one that waits: which retry it is and when it is due. The delay's queue holds the time in place of a tag. */
    String whenDue(Admin admin) throws CommandFailed, InterruptedException {
        Optional<BrokerData> broker =
                Optional.ofNullable(admin.clusterInfo().brokerAddrTable().get(message.getBrokerName()));
        String retry = "retry " + message.getReconsumeTimes();
        if (broker.isEmpty()) {
            return retry + " waits for its delay to end";
        }
        Reply reply = admin.ask(
                broker.get().masterElseSlaveAddr(),
                Request.of(
                        RequestCode.QUERY_CONSUME_QUEUE,
                        new QueryConsumeQueueRequestHeader(
                                TopicValidator.RMQ_SYS_SCHEDULE_TOPIC,
                                message.getQueueId(),
                                message.getQueueOffset(),
                                1,
                                null)));
        List<ConsumeQueueData> entries = reply.isSuccess() && reply.body().length > 0
                ? Json.decode(reply.body(), QueryConsumeQueueResponseBody.class).queueData()
                : List.of();
        return entries.isEmpty()
                ? retry + " waits for its delay to end"
                : retry + " is due at " + HumanTime.millis(entries.get(0).tagsCode());
    }
}
