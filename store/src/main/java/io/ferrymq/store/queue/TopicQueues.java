package io.ferrymq.store.queue;

import io.ferrymq.common.message.PropertyBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** A topic: what every record of it has in common, and its queues by id. */
public final class TopicQueues {
    /** Ids of queues index an array; nobody has that many. */
    static final int QUEUE_ID_MAX = (1 << 20) - 1;

    private static final ConsumeQueue[] NONE = {};

    private final String topic;
    private final byte[] utf8;
    private final int keySeed;
    private final IntFunction<ConsumeQueue> creator;
    private volatile ConsumeQueue[] queues = NONE;
    private volatile boolean deleted;

    TopicQueues(String topic, IntFunction<ConsumeQueue> creator) {
        this.topic = topic;
        this.utf8 = topic.getBytes(StandardCharsets.UTF_8);
        this.keySeed = PropertyBytes.keyHashSeed(topic);
        this.creator = creator;
    }

    public String topic() {
        return topic;
    }

    /** The topic's name as records hold it. Not to be changed. */
    public byte[] utf8() {
        return utf8;
    }

    /** Where the hash of an index key of this topic begins. */
    public int keySeed() {
        return keySeed;
    }

    /** The queue, null when there is none. */
    public ConsumeQueue find(int queueId) {
        ConsumeQueue[] seen = queues;
        return queueId >= 0 && queueId < seen.length ? seen[queueId] : null;
    }

    /** The queue, made (empty, in memory only) when there is none. */
    public ConsumeQueue get(int queueId) {
        ConsumeQueue queue = find(queueId);
        return queue != null ? queue : create(queueId);
    }

    private synchronized ConsumeQueue create(int queueId) {
        ConsumeQueue known = find(queueId);
        if (known != null) {
            return known;
        }
        ConsumeQueue created = creator.apply(queueId);
        put(created);
        return created;
    }

    synchronized void put(ConsumeQueue queue) {
        ConsumeQueue[] longer = Arrays.copyOf(queues, Math.max(queues.length, queue.queueId() + 1));
        longer[queue.queueId()] = queue;
        queues = longer;
    }

    public Stream<ConsumeQueue> all() {
        return Arrays.stream(queues).filter(Objects::nonNull);
    }

    public boolean isDeleted() {
        return deleted;
    }

    void markDeleted() {
        deleted = true;
        all().forEach(ConsumeQueue::markDeleted);
    }
}
