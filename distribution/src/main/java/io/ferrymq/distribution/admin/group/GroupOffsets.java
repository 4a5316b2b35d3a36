package io.ferrymq.distribution.admin.group;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Effects;
import io.ferrymq.distribution.admin.TopicQueue;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.admin.OffsetWrapper;
import io.ferrymq.remoting.protocol.admin.QueueLag;
import io.ferrymq.remoting.protocol.body.ConsumerConnection;
import io.ferrymq.remoting.protocol.body.ResetOffsetBody;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.ResetOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The positions of one group, read and moved queue by queue; a move returns once it can be seen. */
final class GroupOffsets {
    private static final long TO_THE_END = -1;
    private static final long RESET_TIMEOUT_MS = 15_000;

    private final Admin admin;
    private final String group;
    private final GroupView view;
    private final Optional<ConsumerConnection> connection;
    private final boolean online;
    private final Set<String> unasked = new TreeSet<>();
    private Map<MessageQueue, Long> held;

    GroupOffsets(Admin admin, String group) throws CommandFailed, InterruptedException {
        this.admin = admin;
        this.group = group;
        this.view = GroupView.everywhere(admin, group);
        this.connection = view.connection();
        this.online = connection.isPresent();
    }

    /** The consumers online. */
    Set<String> clientIds() {
        return connection.map(GroupView::clientIds).orElse(Set.of());
    }

    /**
     * Waits until readers have gone on from where these queues were moved to; at once when nobody reads the topic.
     *
     * @return the queues that each reader has gone on with, as far as brokers tell
     */
    Map<String, Set<String>> awaitReaders(String topic, Collection<TopicQueue> queues, long timeoutMs)
            throws CommandFailed, InterruptedException {
        Map<String, Set<String>> readers = new TreeMap<>();
        if (connection.isEmpty() || !connection.get().subscriptionTable().containsKey(topic)) {
            return readers;
        }
        Set<String> waiting = new TreeSet<>();
        boolean gone = Effects.within(timeoutMs, () -> {
            waiting.clear();
            Map<MessageQueue, OffsetWrapper> now = view.stats(topic).offsetTable();
            for (TopicQueue queue : queues) {
                OffsetWrapper offsets = now.get(queue.messageQueue());
                QueueLag more = offsets == null ? null : offsets.ferrymq();
                if (more != null && QueueLag.WAITING.equals(more.reset())) {
                    waiting.add(queue.place());
                } else if (more != null && more.reader() != null) {
                    readers.computeIfAbsent(more.reader(), id -> new TreeSet<>())
                            .add(queue.place());
                }
            }
            return waiting.isEmpty();
        });
        if (!gone) {
            throw new CommandFailed("the positions of group '" + group + "' are set, but in " + timeoutMs
                    + " ms no consumer has gone on from there in queues " + waiting
                    + ", each does so with its next pull; online are " + clientIds());
        }
        return readers;
    }

    boolean isOnline() {
        return online;
    }

    /** Where the group is: by the word of the consumer that has the queue, because what it stores is seconds old; else the stored position. */
    OptionalLong current(TopicQueue queue) throws CommandFailed, InterruptedException {
        if (held == null) {
            held = new HashMap<>();
            for (String clientId : clientIds()) {
                askForQueues(clientId);
            }
        }
        Long position = held.get(queue.messageQueue());
        if (position == null && !unasked.isEmpty()) {
            throw new CommandFailed(
                    "consumers " + unasked + " do not tell where they are, so nothing can be shifted from there");
        }
        return position == null ? committed(queue) : OptionalLong.of(position);
    }

    // A client that cannot be asked leaves its queues to what is stored.
    private void askForQueues(String clientId) throws InterruptedException {
        try {
            view.runningInfo(clientId, false).mqTable().forEach((queue, info) -> {
                if (info.commitOffset() >= 0 && !info.droped()) {
                    held.put(queue, info.commitOffset());
                }
            });
        } catch (CommandFailed | JsonException e) {
            unasked.add(clientId);
        }
    }

    /** The stored position, empty when there is none. */
    OptionalLong committed(TopicQueue queue) throws CommandFailed, InterruptedException {
        Request<?> where = Request.of(
                RequestCode.QUERY_CONSUMER_OFFSET,
                new QueryConsumerOffsetRequestHeader(group, queue.topic(), queue.queueId(), false));
        Optional<Reply> reply = admin.find(queue.address(), where, ResponseCode.QUERY_NOT_FOUND);
        return reply.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(reply.get().header(OffsetResponseHeader.class).offset());
    }

    /**
     * Lets the broker move all queues of a topic to a time.
     *
     * @param timeMs -1 for the end
     * @return where it moved them, empty when this broker moves only groups that are online
     */
    Optional<Map<MessageQueue, Long>> resetByBroker(String address, String topic, long timeMs)
            throws CommandFailed, InterruptedException {
        Request<?> reset = reset(new ResetOffsetRequestHeader(topic, group, timeMs, true, -1, -1L));
        Reply reply = askOfGroup(address, reset);
        boolean onlyOnline = reply.code() == ResponseCode.CONSUMER_NOT_ONLINE
                || (!online && reply.code() == ResponseCode.SYSTEM_ERROR);
        if (onlyOnline) {
            return Optional.empty();
        }
        if (!reply.isSuccess()) {
            throw new CommandFailed(address + " refuses to reset group '" + group + "' on topic '" + topic + "': "
                    + ResponseCode.nameOf(reply.code()) + " (" + reply.code() + ") " + reply.remark());
        }
        return Optional.of(Json.decode(reply.body(), ResetOffsetBody.class).offsetTable());
    }

    /** Moves one queue to an offset. */
    void set(TopicQueue queue, long offset) throws CommandFailed, InterruptedException {
        if (!resetQueue(queue, offset)) {
            if (online) {
                throw new CommandFailed("group '" + group + "' is online and broker '" + queue.brokerName()
                        + "' cannot move a single queue of it: stop its consumers, or reset by time");
            }
            admin.call(
                    queue.address(),
                    Request.of(
                            RequestCode.UPDATE_CONSUMER_OFFSET,
                            new UpdateConsumerOffsetRequestHeader(group, queue.topic(), queue.queueId(), offset)));
        }
        awaitAt(queue, offset);
    }

    // A broker that does not know how to move one queue would move all. Asked to go to the end without force, such a
    // broker leaves every position where it is.
    private boolean resetQueue(TopicQueue queue, long offset) throws CommandFailed, InterruptedException {
        Request<?> reset =
                reset(new ResetOffsetRequestHeader(queue.topic(), group, TO_THE_END, false, queue.queueId(), offset));
        Reply reply = askOfGroup(queue.address(), reset);
        if (!reply.isSuccess() || reply.body().length == 0) {
            return false;
        }
        Map<MessageQueue, Long> moved =
                Json.decode(reply.body(), ResetOffsetBody.class).offsetTable();
        return moved.size() == 1 && moved.containsValue(offset);
    }

    // A group may be given a place to start at before its first consumer comes: where it is unknown it is created, as
    // that
    // consumer would.
    private Reply askOfGroup(String address, Request<?> reset) throws CommandFailed, InterruptedException {
        Reply reply = admin.ask(address, reset, RESET_TIMEOUT_MS);
        if (reply.code() != ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST) {
            return reply;
        }
        GroupConfigs.put(admin, address, SubscriptionGroupConfig.of(group));
        return admin.ask(address, reset, RESET_TIMEOUT_MS);
    }

    private static Request<?> reset(ResetOffsetRequestHeader header) {
        return Request.of(RequestCode.INVOKE_BROKER_TO_RESET_OFFSET, header);
    }

    /** Returns once the position is seen to be there, or past it when consumers go on from there. */
    void awaitAt(TopicQueue queue, long offset) throws CommandFailed, InterruptedException {
        Effects.await("group '" + group + "' to stand at " + offset + " in " + queue.place(), () -> {
            OptionalLong now = committed(queue);
            return now.isPresent() && (online ? now.getAsLong() >= offset : now.getAsLong() == offset);
        });
    }
}
