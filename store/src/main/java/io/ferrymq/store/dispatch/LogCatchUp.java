package io.ferrymq.store.dispatch;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.log.LogScanner;
import io.ferrymq.store.log.RecordLayout;
import io.ferrymq.store.log.RecordView;
import io.ferrymq.store.queue.ConsumeQueue;
import io.ferrymq.store.queue.QueueTable;
import io.ferrymq.store.queue.TopicQueues;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dispatches from the log itself what no append handed on: in recovery, on a slave, after an overflow. */
public final class LogCatchUp {
    private static final Logger LOG = LoggerFactory.getLogger(LogCatchUp.class);

    private final LogScanner scanner;
    private final QueueTable queues;
    private final TagsCodes tagsCodes;
    private final Derivation derivation;
    private final DeletedTopics deletedTopics;
    private final KeyPut keyPut = new KeyPut();

    public LogCatchUp(
            LogScanner scanner,
            QueueTable queues,
            TagsCodes tagsCodes,
            Derivation derivation,
            DeletedTopics deletedTopics) {
        this.scanner = scanner;
        this.queues = queues;
        this.tagsCodes = tagsCodes;
        this.derivation = derivation;
        this.deletedTopics = deletedTopics;
    }

    /**
     * Dispatches the records between two addresses; returns how far it came: a record that is not whole yet is waited for.
     *
     * @param reportBefore damage behind this address has been named already
     * @param withChecksum whether nobody has compared checksums of these records yet
     */
    public long run(long from, long limit, long reportBefore, boolean withChecksum) throws IOException {
        long at = scanner.scan(from, limit, withChecksum, this::dispatch);
        while (at < limit) {
            if (scanner.isIncomplete(at, limit)) {
                return at;
            }
            long next = scanner.findRecord(at + 1, limit);
            if (next < 0) {
                return at;
            }
            if (at < reportBefore) {
                LOG.error("commit log: no undamaged record between {} and {}; left out", at, next);
            }
            at = scanner.scan(next, limit, withChecksum, this::dispatch);
        }
        return at;
    }

    private boolean dispatch(RecordView record, long physicalOffset) throws IOException {
        String topic = record.topic();
        long storeTimestampMs = record.storeTimestampMs();
        if (!deletedTopics.isDead(topic, physicalOffset)) {
            PropertyBytes properties = record.properties();
            TopicQueues topicQueues = queues.get(topic);
            if (!RecordLayout.isRollback(record.sysFlag())) {
                keyPut.putAll(properties, topicQueues.keySeed(), physicalOffset, storeTimestampMs);
            }
            if (RecordLayout.isQueued(record.sysFlag())) {
                ConsumeQueue queue = topicQueues.get(record.queueId());
                long tagsCode = tagsCodes.of(topic, properties, storeTimestampMs);
                derivation.entry(
                        queue, record.queueOffset(), physicalOffset, record.totalSize(), tagsCode, storeTimestampMs);
            }
        }
        derivation.done(physicalOffset + record.totalSize(), storeTimestampMs);
        return true;
    }

    /** A visitor cannot throw what putting throws: it is kept and thrown behind. */
    private final class KeyPut implements PropertyBytes.KeyVisitor {
        private long physicalOffset;
        private long storeTimestampMs;
        private IOException failure;

        void putAll(PropertyBytes properties, int keySeed, long offset, long timestampMs) throws IOException {
            physicalOffset = offset;
            storeTimestampMs = timestampMs;
            failure = null;
            properties.forEachKey(keySeed, this);
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public void key(int javaHash, byte[] bytes, int offset, int length) {
            try {
                derivation.key(javaHash, physicalOffset, storeTimestampMs);
            } catch (IOException e) {
                failure = e;
            }
        }
    }
}
