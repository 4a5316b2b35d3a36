package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.MessageClientIDSetter;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.topic.TopicValidator;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.TopicQueue;
import io.ferrymq.distribution.admin.group.GroupView;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.ConsumerConnection;
import io.ferrymq.remoting.protocol.body.GroupList;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryTopicConsumeByWhoRequestHeader;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What has become of a message in each of the groups that consume its topic. */
final class MessageTracks {
    private final Admin admin;
    private final MessageFinder finder;

    MessageTracks(Admin admin, MessageFinder finder) {
        this.admin = admin;
        this.finder = finder;
    }

    /** What has become of it, as far as brokers can tell. */
    enum TrackType {
        /** The group's position is past it, and it was not sent back. */
        CONSUMED,
        /** The group's position is past it, and its subscription does not ask for the message's tag. */
        CONSUMED_BUT_FILTERED,
        /** It was sent back and waits to be delivered again, or has been. */
        RETRYING,
        /** It was given up. */
        DEAD_LETTER,
        NOT_CONSUME_YET,
        /** Nobody is online, and the group's position is not past it. */
        NOT_ONLINE,
        /** Each consumer holds its position itself. */
        CONSUME_BROADCASTING,
        /** A group of which no position is known. */
        UNKNOWN
    }

    /** What has become of the message in one group. */
    record MessageTrack(String consumerGroup, TrackType trackType, String exceptionDesc) {
        @Override
        public String toString() {
            return "MessageTrack [consumerGroup=" + consumerGroup + ", trackType=" + trackType + ", exceptionDesc="
                    + exceptionDesc + "]";
        }
    }

    List<MessageTrack> of(MessageExt message) throws CommandFailed, InterruptedException {
        TopicQueue queue = TopicQueue.at(admin, message.getTopic(), message.getBrokerName(), message.getQueueId());
        byte[] groups = admin.call(
                        queue.address(),
                        Request.of(
                                RequestCode.QUERY_TOPIC_CONSUME_BY_WHO,
                                new QueryTopicConsumeByWhoRequestHeader(message.getTopic())))
                .body();
        List<MessageTrack> tracks = new ArrayList<>();
        for (String group : new TreeSet<>(Json.decode(groups, GroupList.class).groupList())) {
            tracks.add(track(message, queue, group));
        }
        return tracks;
    }

    private MessageTrack track(MessageExt message, TopicQueue queue, String group)
            throws CommandFailed, InterruptedException {
        Optional<ConsumerConnection> online = GroupView.everywhere(admin, group).connection();
        if (online.isPresent() && online.get().messageModel() == MessageModel.BROADCASTING) {
            return new MessageTrack(group, TrackType.CONSUME_BROADCASTING, null);
        }
        Optional<Reply> position = admin.find(
                queue.address(),
                Request.of(
                        RequestCode.QUERY_CONSUMER_OFFSET,
                        new QueryConsumerOffsetRequestHeader(group, queue.topic(), queue.queueId(), false)),
                ResponseCode.QUERY_NOT_FOUND);
        Optional<MessageTrack> again = sentBack(message, group);
        if (again.isPresent()) {
            return again.get();
        }
        if (position.isEmpty()) {
            TrackType unread = online.isPresent() ? TrackType.NOT_CONSUME_YET : TrackType.UNKNOWN;
            return new MessageTrack(group, unread, "no position of the group is known in this queue");
        }
        long offset = position.get().header(OffsetResponseHeader.class).offset();
        if (offset > message.getQueueOffset()) {
            boolean filtered = online.isPresent() && !matches(message, online.get());
            return new MessageTrack(group, filtered ? TrackType.CONSUMED_BUT_FILTERED : TrackType.CONSUMED, null);
        }
        return new MessageTrack(
                group,
                online.isPresent() ? TrackType.NOT_CONSUME_YET : TrackType.NOT_ONLINE,
                "the group is at offset " + offset);
    }

    // Copies keep the unique id under which the index has them.
    private Optional<MessageTrack> sentBack(MessageExt message, String group)
            throws CommandFailed, InterruptedException {
        String id = MessageClientIDSetter.getUniqID(message);
        if (id == null) {
            return Optional.empty();
        }
        if (!find(MixAll.getDLQTopic(group), id).isEmpty()) {
            return Optional.of(new MessageTrack(group, TrackType.DEAD_LETTER, "in " + MixAll.getDLQTopic(group)));
        }
        String retryTopic = MixAll.getRetryTopic(group);
        List<MessageExt> copies = find(retryTopic, id);
        if (!copies.isEmpty()) {
            int times = copies.get(copies.size() - 1).getReconsumeTimes();
            return Optional.of(new MessageTrack(group, TrackType.RETRYING, "retry " + times + " is in " + retryTopic));
        }
        boolean waits = finder.byUniqueId(TopicValidator.RMQ_SYS_SCHEDULE_TOPIC, id).stream()
                .anyMatch(copy -> retryTopic.equals(copy.getProperty(MessageConst.PROPERTY_REAL_TOPIC)));
        return waits
                ? Optional.of(new MessageTrack(group, TrackType.RETRYING, "retry waits for its delay to end"))
                : Optional.empty();
    }

    private List<MessageExt> find(String topic, String id) throws CommandFailed, InterruptedException {
        return admin.findRoute(topic).isEmpty() ? List.of() : finder.byUniqueId(topic, id);
    }

    private static boolean matches(MessageExt message, ConsumerConnection online) {
        SubscriptionData subscription = online.subscriptionTable().get(message.getTopic());
        return subscription == null
                || !subscription.isTagType()
                || subscription.tagsSet().isEmpty()
                || subscription.tagsSet().contains(message.getTags());
    }
}
