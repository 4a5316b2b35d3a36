package io.ferrymq.broker.inspect;

import io.ferrymq.broker.client.ConsumerGroup;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.broker.consume.Statistics;
import io.ferrymq.broker.offset.ConsumerOffsets;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.admin.ConsumeStats;
import io.ferrymq.remoting.protocol.admin.OffsetWrapper;
import io.ferrymq.store.QueueReads;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** How far groups are in the queues of topics. */
public final class GroupProgress {
    private final BrokerContext broker;
    private final ConsumerTable consumers;
    private final ConsumerOffsets offsets;
    private final QueueReads queues;
    private final Statistics statistics;

    public GroupProgress(
            BrokerContext broker,
            ConsumerTable consumers,
            ConsumerOffsets offsets,
            QueueReads queues,
            Statistics statistics) {
        this.broker = broker;
        this.consumers = consumers;
        this.offsets = offsets;
        this.queues = queues;
        this.statistics = statistics;
    }

    Set<String> topicsOf(String group) {
        return offsets.topicsOf(group);
    }

    /** Over the read queues of those topics that exist and, when members are online, are subscribed. */
    ConsumeStats ofGroup(String group, Collection<String> topics) {
        ConsumerGroup online = consumers.find(group);
        Map<MessageQueue, OffsetWrapper> table = new TreeMap<>();
        double tps = 0;
        for (String topic : topics) {
            TopicConfig config = broker.topics().find(topic);
            if (config != null && (online == null || online.subscription(topic) != null)) {
                table.putAll(ofTopic(group, topic, config.readQueueNums()));
                tps += statistics.groupGetTps(group, topic);
            }
        }
        return new ConsumeStats(tps, table);
    }

    ConsumeStats ofGroupInTopic(String group, String topic, int queueNums) {
        return new ConsumeStats(statistics.groupGetTps(group, topic), ofTopic(group, topic, queueNums));
    }

    private Map<MessageQueue, OffsetWrapper> ofTopic(String group, String topic, int queueNums) {
        Map<MessageQueue, OffsetWrapper> table = new TreeMap<>();
        for (int queueId = 0; queueId < queueNums; queueId++) {
            table.put(new MessageQueue(topic, broker.host().name(), queueId), ofQueue(group, topic, queueId));
        }
        return table;
    }

    private OffsetWrapper ofQueue(String group, String topic, int queueId) {
        long consumed = Math.max(0, offsets.committed(group, topic, queueId));
        long pulled = Math.max(consumed, offsets.pulled(group, topic, queueId));
        long lastMs = consumed > 0 ? Math.max(0, queues.storeTimestampAt(topic, queueId, consumed - 1)) : 0;
        return new OffsetWrapper(queues.maxOffset(topic, queueId), consumed, pulled, lastMs);
    }
}
