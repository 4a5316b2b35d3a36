package io.ferrymq.store.engine;

import io.ferrymq.common.Clock;
import io.ferrymq.store.DiskUse;
import io.ferrymq.store.StoreAdmin;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.StoreFacts;
import io.ferrymq.store.config.RetentionPolicy;
import io.ferrymq.store.queue.ConsumeQueue;
import io.ferrymq.store.queue.QueueTable;
import io.ferrymq.store.queue.TopicQueues;
import io.ferrymq.store.retention.DiskGauge;
import io.ferrymq.store.retention.Retention;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** What administrators ask, answered by the parts that know. */
final class StoreAdministration implements StoreAdmin {
    private final StoreConfig config;
    private final QueueTable queues;
    private final TopicDeletion topicDeletion;
    private final Retention retention;
    private final LiveLimits limits;
    private final Clock clock;
    private final DiskGauge gauge;
    private final Supplier<StoreFacts> facts;

    StoreAdministration(
            StoreConfig config,
            QueueTable queues,
            TopicDeletion topicDeletion,
            Retention retention,
            LiveLimits limits,
            Clock clock,
            DiskGauge gauge,
            Supplier<StoreFacts> facts) {
        this.config = config;
        this.queues = queues;
        this.topicDeletion = topicDeletion;
        this.retention = retention;
        this.limits = limits;
        this.clock = clock;
        this.gauge = gauge;
        this.facts = facts;
    }

    @Override
    public Set<String> topics() {
        return queues.topics();
    }

    @Override
    public List<Integer> queueIds(String topic) {
        TopicQueues found = queues.find(topic);
        return found == null
                ? List.of()
                : found.all().map(ConsumeQueue::queueId).sorted().toList();
    }

    @Override
    public void deleteTopic(String topic) {
        topicDeletion.delete(topic);
    }

    @Override
    public Map<String, Long> deletedTopics() {
        return topicDeletion.deleted();
    }

    @Override
    public void deleteTopicBefore(String topic, long logOffset) {
        topicDeletion.deleteBefore(topic, logOffset);
    }

    @Override
    public int deleteExpiredFiles() {
        return retention.deleteExpired(clock.nowMs());
    }

    @Override
    public void retain(RetentionPolicy policy) {
        limits.retain(policy);
    }

    @Override
    public void limitBodies(int bodyMaxBytes) {
        limits.limitBodies(bodyMaxBytes);
    }

    @Override
    public DiskUse logDiskUse() {
        return gauge.measure(config.commitLogDir());
    }

    @Override
    public DiskUse queueDiskUse() {
        return gauge.measure(config.rootDir());
    }

    @Override
    public StoreFacts facts() {
        return facts.get();
    }
}
