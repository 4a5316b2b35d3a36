package io.ferrymq.distribution.admin;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.GetMinOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.SearchOffsetRequestHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** One queue of a topic, and where to ask for it: at the broker's master, or at a slave while there is none. */
public record TopicQueue(String topic, String brokerName, int queueId, String address) {
    /** The queues that consumers read, at the brokers wanted, in order. */
    public static List<TopicQueue> readable(TopicRouteData route, String topic, Predicate<BrokerData> wanted) {
        return queues(route, topic, wanted, QueueData::readQueueNums);
    }

    public static List<TopicQueue> readable(Admin admin, String topic) throws CommandFailed, InterruptedException {
        return readable(admin.route(topic), topic, broker -> true);
    }

    /** The queues that producers write to, at the brokers wanted, in order. */
    public static List<TopicQueue> writable(TopicRouteData route, String topic, Predicate<BrokerData> wanted) {
        return queues(route, topic, wanted, QueueData::writeQueueNums);
    }

    /**
     * One queue by its place.
     *
     * @throws CommandFailed when the topic has no such queue
     */
    public static TopicQueue at(Admin admin, String topic, String brokerName, int queueId)
            throws CommandFailed, InterruptedException {
        List<TopicQueue> queues = readable(admin, topic);
        return queues.stream()
                .filter(queue -> queue.brokerName.equals(brokerName) && queue.queueId == queueId)
                .findFirst()
                .orElseThrow(() -> new CommandFailed("topic '" + topic + "' has no queue " + queueId + " at broker '"
                        + brokerName + "'; it has "
                        + queues.stream().map(TopicQueue::place).toList()));
    }

    private static List<TopicQueue> queues(
            TopicRouteData route, String topic, Predicate<BrokerData> wanted, ToIntFunction<QueueData> count) {
        List<TopicQueue> queues = new ArrayList<>();
        for (BrokerData broker : route.brokerDatas()) {
            if (!wanted.test(broker)) {
                continue;
            }
            for (QueueData data : route.queueDatas()) {
                if (data.brokerName().equals(broker.brokerName())) {
                    for (int id = 0; id < count.applyAsInt(data); id++) {
                        queues.add(new TopicQueue(topic, broker.brokerName(), id, broker.masterElseSlaveAddr()));
                    }
                }
            }
        }
        queues.sort(Comparator.comparing(TopicQueue::brokerName).thenComparingInt(TopicQueue::queueId));
        return queues;
    }

    public String place() {
        return brokerName + ":" + queueId;
    }

    public MessageQueue messageQueue() {
        return new MessageQueue(topic, brokerName, queueId);
    }

    public long minOffset(Admin admin) throws CommandFailed, InterruptedException {
        return offset(admin, Request.of(RequestCode.GET_MIN_OFFSET, new GetMinOffsetRequestHeader(topic, queueId)));
    }

    /** The offset that the next message will have. */
    public long maxOffset(Admin admin) throws CommandFailed, InterruptedException {
        return offset(
                admin, Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader(topic, queueId, null)));
    }

    /** The first offset stored at that time or later. */
    public long offsetAt(Admin admin, long timeMs) throws CommandFailed, InterruptedException {
        return offset(
                admin,
                Request.of(
                        RequestCode.SEARCH_OFFSET_BY_TIMESTAMP,
                        new SearchOffsetRequestHeader(topic, queueId, timeMs, null)));
    }

    private long offset(Admin admin, Request<?> request) throws CommandFailed, InterruptedException {
        return admin.call(address, request).header(OffsetResponseHeader.class).offset();
    }
}
