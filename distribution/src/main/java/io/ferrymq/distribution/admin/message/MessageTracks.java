package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.HumanTime;
import io.ferrymq.distribution.admin.TopicQueue;
import io.ferrymq.distribution.admin.group.GroupView;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ConsumeQueueData;
import io.ferrymq.remoting.protocol.body.ConsumerConnection;
import io.ferrymq.remoting.protocol.body.GroupList;
import io.ferrymq.remoting.protocol.body.QueryConsumeQueueResponseBody;
import io.ferrymq.remoting.protocol.header.QueryConsumeQueueRequestHeader;
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
        GroupView view = GroupView.everywhere(admin, group);
        Optional<ConsumerConnection> online = view.connection();
        if (online.isPresent() && online.get().messageModel() == MessageModel.BROADCASTING) {
            return new MessageTrack(group, TrackType.CONSUME_BROADCASTING, null);
        }
        SentBack again = SentBack.find(admin, finder, message, group);
        if (again.isDead()) {
            return new MessageTrack(
                    group,
                    TrackType.DEAD_LETTER,
                    "in " + again.message().getTopic() + " since "
                            + HumanTime.millis(again.message().getStoreTimestamp()));
        } else if (again.isWaiting()) {
            return new MessageTrack(group, TrackType.RETRYING, again.whenDue(admin));
        } else if (again.isDelivered()) {
            MessageExt copy = again.message();
            String retry = copy.getReconsumeTimes() == 0 ? "sent again" : "retry " + copy.getReconsumeTimes();
            TopicQueue retryQueue = TopicQueue.at(admin, copy.getTopic(), copy.getBrokerName(), copy.getQueueId());
            return new Delivery(admin, view, group, copy, retryQueue).state(online, TrackType.RETRYING, retry);
        }
        if (online.isPresent() && !isWanted(message, queue, group, online.get())) {
            return new MessageTrack(
                    group, TrackType.CONSUMED_BUT_FILTERED, "the group's subscription does not ask for it");
        }
        TrackType unread = online.isPresent() ? TrackType.NOT_CONSUME_YET : TrackType.NOT_ONLINE;
        return new Delivery(admin, view, group, message, queue).state(online, unread, null);
    }

    // The broker tells what its filter lets through, whatever kind of filter; tags that only share a hash are told
    // apart here.
    private boolean isWanted(MessageExt message, TopicQueue queue, String group, ConsumerConnection online)
            throws CommandFailed, InterruptedException {
        SubscriptionData subscription = online.subscriptionTable().get(message.getTopic());
        if (subscription == null) {
            return true;
        }
        if (subscription.isTagType()) {
            return subscription.tagsSet().isEmpty() || subscription.tagsSet().contains(message.getTags());
        }
        Reply reply = admin.ask(
                queue.address(),
                Request.of(
                        RequestCode.QUERY_CONSUME_QUEUE,
                        new QueryConsumeQueueRequestHeader(
                                queue.topic(), queue.queueId(), message.getQueueOffset(), 1, group)));
        if (!reply.isSuccess() || reply.body().length == 0) {
            return true;
        }
        List<ConsumeQueueData> entries =
                Json.decode(reply.body(), QueryConsumeQueueResponseBody.class).queueData();
        return entries.isEmpty() || entries.get(0).eval();
    }
}
