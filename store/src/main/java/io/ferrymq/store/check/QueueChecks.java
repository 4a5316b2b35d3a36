package io.ferrymq.store.check;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.dispatch.DeletedTopics;
import io.ferrymq.store.dispatch.TagsCodes;
import io.ferrymq.store.file.StoreFiles;
import io.ferrymq.store.log.RecordLayout;
import io.ferrymq.store.log.RecordView;
import io.ferrymq.store.queue.EntryLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All queues, those that are on disk and those that the log says there should be. */
final class QueueChecks {
    private static final int WINDOW_MEMORY_BYTES = 32 << 20;
    private static final int WINDOW_MIN_ENTRIES = 16;
    private static final int WINDOW_MAX_ENTRIES = 3200;

    /** Their queues lead to records of other topics. */
    private static final String LIGHT_QUEUE_PREFIX = "%LMQ%";

    private final CheckTarget target;
    private final long logMin;
    private final DamagedRanges damages;
    private final Findings findings;
    private final DeletedTopics deletedTopics;
    private final TagsCodes tagsCodes;
    private final Map<String, Topic> topics = new HashMap<>();
    private final Map<String, Long> unknownTopics = new TreeMap<>();
    private int windowEntries = WINDOW_MAX_ENTRIES;
    private Topic lastTopic;

    QueueChecks(
            CheckTarget target, long logMin, DeletedTopics deletedTopics, DamagedRanges damages, Findings findings) {
        this.target = target;
        this.logMin = logMin;
        this.deletedTopics = deletedTopics;
        this.damages = damages;
        this.findings = findings;
        this.tagsCodes = new TagsCodes(target.delayLevelsMs());
    }

    /** A topic and its queues by id. */
    static final class Topic {
        private final String name;
        private final byte[] utf8;
        private final int keySeed;
        private final boolean known;
        private final Map<Integer, QueueCheck> queues = new HashMap<>();

        Topic(String name, boolean known) {
            this.name = name;
            this.utf8 = name.getBytes(StandardCharsets.UTF_8);
            this.keySeed = PropertyBytes.keyHashSeed(name);
            this.known = known;
        }

        int keySeed() {
            return keySeed;
        }

        String name() {
            return name;
        }
    }

    void load() {
        List<Path> queueDirs = new ArrayList<>();
        for (Path topicDir : StoreFiles.directories(target.queuesDir())) {
            if (topicDir.getFileName().toString().startsWith(LIGHT_QUEUE_PREFIX)) {
                findings.add(Finding.note(topicDir, "is a light queue; its entries are not checked"));
                continue;
            }
            queueDirs.addAll(StoreFiles.directories(topicDir));
        }
        windowEntries = Math.max(
                WINDOW_MIN_ENTRIES,
                Math.min(
                        WINDOW_MAX_ENTRIES,
                        WINDOW_MEMORY_BYTES / EntryLayout.SIZE_BYTES / Math.max(1, queueDirs.size())));
        queueDirs.forEach(this::loadQueue);
        if (Files.isDirectory(target.rootDir().resolve("batchconsumequeue"))) {
            findings.add(Finding.note(
                    target.rootDir().resolve("batchconsumequeue"), "queues of batch topics are not checked"));
        }
    }

    private void loadQueue(Path dir) {
        String name = dir.getFileName().toString();
        if (!name.matches("[0-9]{1,7}")) {
            findings.add(Finding.note(dir, "is no directory of a queue"));
            return;
        }
        topic(dir.getParent().getFileName().toString())
                .queues
                .put(Integer.parseInt(name), open(dir, Integer.parseInt(name)));
    }

    private QueueCheck open(Path dir, int queueId) {
        return new QueueCheck(
                dir.getParent().getFileName().toString(),
                queueId,
                new QueueFileSet(dir, windowEntries, findings),
                logMin,
                damages,
                findings);
    }

    private Topic topic(String name) {
        return topics.computeIfAbsent(
                name, n -> new Topic(n, target.isKnownTopic().test(n)));
    }

    /** The topic of a record; null when the record is dead, as its topic was deleted behind it. */
    Topic topicOf(RecordView record, long address) {
        Topic seen = lastTopic;
        if (seen == null || !record.topicIs(seen.utf8)) {
            seen = topic(record.topic());
            lastTopic = seen;
        }
        return deletedTopics.isDead(seen.name, address) ? null : seen;
    }

    void record(Topic topic, RecordView record, long address, PropertyBytes properties) throws IOException {
        if (!RecordLayout.isQueued(record.sysFlag()) || isInnerBatch(record.sysFlag())) {
            return;
        }
        QueueCheck queue = topic.queues.get(record.queueId());
        if (queue == null) {
            if (topic.queues.isEmpty() && !topic.known) {
                unknownTopics.merge(topic.name, 1L, Long::sum);
                return;
            }
            Path dir = target.queuesDir().resolve(topic.name).resolve(Integer.toString(record.queueId()));
            queue = open(dir, record.queueId());
            topic.queues.put(record.queueId(), queue);
        }
        queue.record(
                record.queueOffset(),
                address,
                record.totalSize(),
                tagsCodes.of(topic.name, properties, record.storeTimestampMs()));
    }

    /** Records of batch topics, whose queues have another form. */
    private static boolean isInnerBatch(int sysFlag) {
        return (sysFlag & RecordLayout.SYS_FLAG_INNER_BATCH) != 0;
    }

    void finish(long limit) throws IOException {
        for (Topic topic : topics.values()) {
            for (QueueCheck queue : topic.queues.values()) {
                queue.finish(limit);
            }
        }
        unknownTopics.forEach((name, count) -> findings.add(Finding.note(
                target.queuesDir().resolve(name),
                "is not there, and no such topic is known; the log holds " + count + " messages of it")));
    }

    long entries() {
        return topics.values().stream()
                .flatMap(topic -> topic.queues.values().stream())
                .mapToLong(QueueCheck::entries)
                .sum();
    }

    List<CheckSummary.QueueEnd> ends() {
        return topics.values().stream()
                .flatMap(topic -> topic.queues.values().stream())
                .map(QueueCheck::end)
                .toList();
    }
}
