package io.ferrymq.store.queue;

import io.ferrymq.store.file.SpaceClaim;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All topics and their queues. */
public final class QueueTable {
    private static final Logger LOG = LoggerFactory.getLogger(QueueTable.class);

    private final Path dir;
    private volatile int fileBytes;
    private final MappedQueueFiles mapped;
    private final SpaceClaim space;
    private final Extensions extensions;
    private final Map<String, TopicQueues> topics = new ConcurrentHashMap<>();

    public QueueTable(Path dir, int fileBytes, MappedQueueFiles mapped, SpaceClaim space, Extensions extensions) {
        this.extensions = extensions;
        this.dir = dir;
        this.fileBytes = fileBytes;
        this.mapped = mapped;
        this.space = space;
    }

    public Path dir() {
        return dir;
    }

    /** The topic, null when it has no queue. */
    public TopicQueues find(String topic) {
        return topics.get(topic);
    }

    /** The topic, made when it is new. */
    public TopicQueues get(String topic) {
        TopicQueues known = topics.get(topic);
        return known != null ? known : topics.computeIfAbsent(topic, this::newTopic);
    }

    private TopicQueues newTopic(String topic) {
        return new TopicQueues(
                topic, queueId -> new ConsumeQueue(topic, queueId, files(topic, queueId, fileBytes), 0, 0));
    }

    /** The queue, null when there is none. */
    public ConsumeQueue find(String topic, int queueId) {
        TopicQueues queues = topics.get(topic);
        return queues == null ? null : queues.find(queueId);
    }

    QueueFiles files(String topic, int queueId, int bytes) {
        return new QueueFiles(
                dir.resolve(topic).resolve(Integer.toString(queueId)),
                bytes,
                mapped,
                space,
                extensions.of(topic, queueId));
    }

    int fileBytes() {
        return fileBytes;
    }

    /** The queue's files were deleted: its extension goes, too. */
    void dropExtension(String topic, int queueId) {
        extensions.delete(topic, queueId);
    }

    /** New files get the size of those found on disk: RocketMQ opens a directory only when all have the same. */
    void keepFileBytes(int foundBytes) {
        if (foundBytes != fileBytes) {
            LOG.warn(
                    "{}: files have {} bytes and keep that size; mappedFileSizeConsumeQueue = {} holds for a new"
                            + " directory only",
                    dir,
                    foundBytes,
                    fileBytes);
            fileBytes = foundBytes;
        }
    }

    public Set<String> topics() {
        Set<String> names = new TreeSet<>();
        topics.forEach((name, queues) -> {
            if (queues.all().findAny().isPresent()) {
                names.add(name);
            }
        });
        return names;
    }

    public Stream<ConsumeQueue> all() {
        return topics.values().stream().flatMap(TopicQueues::all);
    }

    /** Takes a topic out of sight: appends from now on go to a new one of this name. Under the append lock. */
    public TopicQueues remove(String topic) {
        TopicQueues removed = topics.remove(topic);
        if (removed != null) {
            removed.markDeleted();
        }
        return removed;
    }

    /** Deletes the files of a removed topic. Under the dispatch lock, which is where files are made. */
    public void destroy(TopicQueues removed) {
        removed.all().forEach(ConsumeQueue::destroy);
        StoreFiles.deleteTree(dir.resolve(removed.topic()));
        extensions.delete(removed.topic());
    }

    /**
     * Forces all that was put into queues since the last time. Names of new files come to disk with the files' own journal entries; one force of the topmost
     * directory settles those that no file follows. A force per directory would take minutes with very many queues.
     */
    public void force() throws IOException {
        for (TopicQueues topic : topics.values()) {
            for (ConsumeQueue queue : topic.all().toList()) {
                if (!queue.isDeleted()) {
                    queue.force();
                }
            }
        }
        if (!topics.isEmpty() && Files.isDirectory(dir)) {
            StoreFiles.forceDirectory(dir);
        }
    }

    public void close() {
        mapped.forgetAll();
    }
}
