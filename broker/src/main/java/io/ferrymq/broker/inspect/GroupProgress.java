package io.ferrymq.broker.inspect;

import io.ferrymq.broker.client.ConsumerGroup;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.client.Subscription;
import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.broker.consume.Statistics;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.admin.ConsumeStats;
import io.ferrymq.remoting.protocol.admin.OffsetWrapper;
import io.ferrymq.remoting.protocol.admin.QueueLag;
import io.ferrymq.store.EntryFilter;
import io.ferrymq.store.QueueReads;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntSupplier;

/** How far groups are in the queues of topics. */
public final class GroupProgress {
    private final BrokerContext broker;
    private final ConsumerTable consumers;
    private final ConsumerOffsets offsets;
    private final QueueReads queues;
    private final Statistics statistics;
    private final IntSupplier lagScanMax;

    /** @param lagScanMax how many entries of queues one question may look at */
    public GroupProgress(
            BrokerContext broker,
            ConsumerTable consumers,
            ConsumerOffsets offsets,
            QueueReads queues,
            Statistics statistics,
            IntSupplier lagScanMax) {
        this.broker = broker;
        this.consumers = consumers;
        this.offsets = offsets;
        this.queues = queues;
        this.statistics = statistics;
        this.lagScanMax = lagScanMax;
    }

    Set<String> topicsOf(String group) {
        return offsets.topicsOf(group);
    }

    /** Over the read queues of those topics that exist and, when members are online, are subscribed. */
    ConsumeStats ofGroup(String group, Collection<String> topics) {
        ConsumerGroup online = consumers.find(group);
        LagCounter counter = counter();
        Map<MessageQueue, OffsetWrapper> table = new TreeMap<>();
        double tps = 0;
        for (String topic : topics) {
            TopicConfig config = broker.topics().find(topic);
            if (config != null && (online == null || online.subscription(topic) != null)) {
                ConsumeStats stats = ofGroupInTopic(group, config, counter);
                table.putAll(stats.offsetTable());
                tps += stats.consumeTps();
            }
        }
        return new ConsumeStats(tps, table);
    }

    /** For one question. */
    LagCounter counter() {
        return new LagCounter(queues, lagScanMax.getAsInt());
    }

    ConsumeStats ofGroupInTopic(String group, TopicConfig config, LagCounter counter) {
        String topic = config.topicName();
        Map<MessageQueue, OffsetWrapper> table = new TreeMap<>();
        for (int queueId = 0; queueId < config.readQueueNums(); queueId++) {
            table.put(new MessageQueue(topic, broker.host().name(), queueId), ofQueue(group, topic, queueId, counter));
        }
        return new ConsumeStats(statistics.groupGetTps(group, topic), table);
    }

    // The position is read before the end: the other way round it could be beyond it.
    private OffsetWrapper ofQueue(String group, String topic, int queueId, LagCounter counter) {
        long position = offsets.committed(group, topic, queueId);
        long pulled = offsets.pulled(group, topic, queueId);
        long min = Math.max(0, queues.minOffset(topic, queueId));
        long end = Math.max(min, queues.maxOffset(topic, queueId));
        long consumed = Math.max(min, Math.min(end, position));
        long lastMs = consumed > min ? Math.max(0, queues.storeTimestampAt(topic, queueId, consumed - 1)) : 0;
        return new OffsetWrapper(
                end,
                consumed,
                Math.max(consumed, Math.min(end, pulled)),
                lastMs,
                lag(group, topic, queueId, new Range(position, min, consumed, end), counter));
    }

    /** What the queue has, and how far the group is in it. */
    private record Range(long position, long min, long consumed, long end) {}

    private QueueLag lag(String group, String topic, int queueId, Range range, LagCounter counter) {
        LagCounter.Lag lag = counter.count(topic, queueId, range.consumed(), range.end(), filter(group, topic));
        Object heardBy = offsets.heardReset(group, topic, queueId);
        boolean waits = offsets.pendingReset(group, topic, queueId) != ConsumerOffsets.NONE;
        return new QueueLag(
                range.position(),
                range.min(),
                lag.count(),
                lag.exact(),
                lag.oldest(),
                lag.oldest() <= 0 ? lag.oldest() : Math.max(0, broker.clock().nowMs() - lag.oldest()),
                waits ? QueueLag.WAITING : heardBy != null ? QueueLag.HEARD : null,
                clientId(group, heardBy));
    }

    // What a group that is not online wants is not known: all counts.
    private EntryFilter filter(String group, String topic) {
        ConsumerGroup online = consumers.find(group);
        Subscription subscription = online == null ? null : online.subscription(topic);
        return subscription == null ? EntryFilter.ALL : subscription.filter();
    }

    private String clientId(String group, Object connection) {
        ConsumerGroup online = connection == null ? null : consumers.find(group);
        ConsumerGroup.Member member = online == null ? null : online.members().get(connection);
        return member == null ? null : member.link().clientId();
    }
}
