package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.HumanTime;
import io.ferrymq.distribution.admin.TopicQueue;
import io.ferrymq.distribution.admin.group.GroupView;
import io.ferrymq.distribution.admin.message.MessageTracks.MessageTrack;
import io.ferrymq.distribution.admin.message.MessageTracks.TrackType;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.ConsumerConnection;
import io.ferrymq.remoting.protocol.body.ProcessQueueInfo;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import java.util.Optional;

/** How far a group is with a message in one queue: waiting, handed to a client, or done. */
record Delivery(Admin admin, GroupView view, String group, MessageExt message, TopicQueue queue) {
    /**
     * The state, as far as the broker and the clients online can tell.
     *
     * @param unread the type while it is not done
     * @param attempt which retry it is; null for the first time
     */
    MessageTrack state(Optional<ConsumerConnection> online, TrackType unread, String attempt)
            throws CommandFailed, InterruptedException {
        Optional<Reply> position = admin.find(
                queue.address(),
                Request.of(
                        RequestCode.QUERY_CONSUMER_OFFSET,
                        new QueryConsumerOffsetRequestHeader(group, queue.topic(), queue.queueId(), false)),
                ResponseCode.QUERY_NOT_FOUND);
        long offset = position.isEmpty()
                ? -1
                : position.get().header(OffsetResponseHeader.class).offset();
        if (offset > message.getQueueOffset()) {
            return new MessageTrack(group, TrackType.CONSUMED, attempt);
        }
        if (online.isPresent()) {
            for (String clientId : GroupView.clientIds(online.get())) {
                ProcessQueueInfo held = held(clientId);
                if (held != null && held.commitOffset() > message.getQueueOffset()) {
                    return new MessageTrack(
                            group,
                            TrackType.CONSUMED,
                            text(attempt, "by client " + clientId + ", which has not stored its position yet"));
                } else if (held != null && isAmong(held)) {
                    return new MessageTrack(
                            group,
                            unread,
                            text(
                                    attempt,
                                    "handed to client " + clientId + " by "
                                            + HumanTime.millis(held.lastPullTimestamp())));
                }
            }
        } else if (offset < 0) {
            return new MessageTrack(
                    group, TrackType.UNKNOWN, text(attempt, "no position of the group is known in this queue"));
        }
        return new MessageTrack(
                group,
                unread,
                text(
                        attempt,
                        offset < 0
                                ? "no position of the group is known in this queue"
                                : "waits, the group is at offset " + offset));
    }

    private boolean isAmong(ProcessQueueInfo held) {
        return held.cachedMsgCount() > 0
                && held.cachedMsgMinOffset() <= message.getQueueOffset()
                && message.getQueueOffset() <= held.cachedMsgMaxOffset();
    }

    private static String text(String attempt, String what) {
        return attempt == null ? what : attempt + ": " + what;
    }

    // A client that cannot be asked holds nothing that is known.
    private ProcessQueueInfo held(String clientId) throws InterruptedException {
        try {
            return view.runningInfo(clientId, false).mqTable().get(queue.messageQueue());
        } catch (CommandFailed | JsonException e) {
            return null;
        }
    }
}
