package io.ferrymq.distribution.admin.group;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.admin.ConsumeStats;
import io.ferrymq.remoting.protocol.admin.OffsetWrapper;
import io.ferrymq.remoting.protocol.admin.QueueLag;
import io.ferrymq.remoting.protocol.body.ConsumerConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How far a group is in each of its queues. */
public record GroupProgress(double consumeTps, long diffTotal, long inflightTotal, List<QueueProgress> queues) {
    public GroupProgress {
        queues = List.copyOf(queues);
    }

    /**
     * How far it is in one queue.
     *
     * @param clientIp who consumes it, or null
     * @param consumerOffset what it has committed, wherever that is
     * @param diff all messages from there on, never negative
     * @param lag those of them that it subscribes and that are still there; null where the broker does not tell
     * @param lagExact whether they were counted, else the number is an estimate
     * @param oldestAgeMs how old the oldest of them is, in ms; 0 when there is none, -1 when it was not found within the search's bound
     * @param beyondEnd whether its position is behind the end of the queue, which then has lost messages or was created anew
     */
    public record QueueProgress(
            String topic,
            String brokerName,
            int queueId,
            long brokerOffset,
            long consumerOffset,
            String clientIp,
            long diff,
            long inflight,
            long lastTimestamp,
            boolean beyondEnd,
            Long lag,
            boolean lagExact,
            long oldestAgeMs) {}

    /** Over all brokers. */
    public static GroupProgress everywhere(Admin admin, String group, String topic)
            throws CommandFailed, InterruptedException {
        return of(GroupView.everywhere(admin, group), topic, false);
    }

    /** @param topic only this one, or null */
    static GroupProgress of(GroupView view, String topic, boolean withClients)
            throws CommandFailed, InterruptedException {
        ConsumeStats stats = view.stats(topic);
        Map<MessageQueue, String> clients = withClients ? clients(view) : Map.of();
        List<QueueProgress> queues = new TreeMap<>(stats.offsetTable())
                .entrySet().stream()
                        .map(entry -> row(entry.getKey(), entry.getValue(), clients.get(entry.getKey())))
                        .toList();
        return new GroupProgress(
                stats.consumeTps(),
                queues.stream().mapToLong(QueueProgress::diff).sum(),
                queues.stream().mapToLong(QueueProgress::inflight).sum(),
                queues);
    }

    private static QueueProgress row(MessageQueue queue, OffsetWrapper offsets, String clientIp) {
        QueueLag more = offsets.ferrymq();
        return new QueueProgress(
                queue.getTopic(),
                queue.getBrokerName(),
                queue.getQueueId(),
                offsets.brokerOffset(),
                Math.max(0, offsets.position()),
                clientIp,
                offsets.lag(),
                offsets.inflight(),
                offsets.lastTimestamp(),
                offsets.isBeyondEnd(),
                more == null ? null : more.lag(),
                more != null && more.exact(),
                more == null ? 0 : more.oldestAgeMs());
    }

    // A client that cannot be asked leaves its queues without a name; the numbers are the same.
    private static Map<MessageQueue, String> clients(GroupView view) throws CommandFailed, InterruptedException {
        Map<MessageQueue, String> owners = new HashMap<>();
        Optional<ConsumerConnection> online = view.connection();
        if (online.isEmpty()) {
            return owners;
        }
        for (String clientId : GroupView.clientIds(online.get())) {
            for (MessageQueue queue : queuesOf(view, clientId)) {
                owners.put(queue, clientId.split("@", 2)[0]);
            }
        }
        return owners;
    }

    private static Iterable<MessageQueue> queuesOf(GroupView view, String clientId) throws InterruptedException {
        try {
            return view.runningInfo(clientId, false).mqTable().keySet();
        } catch (CommandFailed | JsonException e) {
            return List.of();
        }
    }
}
