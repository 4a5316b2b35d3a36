package io.ferrymq.store.queue;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue of one topic and queue id. Its next offset belongs to the append lock; its files and its end to the dispatch lock; readers see the end that was
 * published last and the bounds of the log.
 */
public final class ConsumeQueue {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumeQueue.class);

    /** A record that claims to be further ahead than this is damaged in its header: the checksum does not cover it. */
    private static final long GAP_MAX = 1_000_000;

    private final String topic;
    private final byte[] topicUtf8;
    private final int queueId;
    private final QueueFiles files;
    private long nextOffset;
    private volatile long endOffset;
    private volatile long minOffset;
    private volatile boolean deleted;

    ConsumeQueue(String topic, int queueId, QueueFiles files, long minOffset, long endOffset) {
        this.topic = topic;
        this.topicUtf8 = topic.getBytes(StandardCharsets.UTF_8);
        this.queueId = queueId;
        this.files = files;
        this.minOffset = minOffset;
        this.endOffset = endOffset;
        this.nextOffset = endOffset;
    }

    public String topic() {
        return topic;
    }

    public int queueId() {
        return queueId;
    }

    /** The offset of the next message. Under the append lock. */
    public long nextOffset() {
        return nextOffset;
    }

    /** A message took an offset. Under the append lock. */
    public void advance(int count) {
        nextOffset += count;
    }

    /** Behind the last entry that readers may see. */
    public long endOffset() {
        return endOffset;
    }

    /** The first entry whose record is in the log. */
    public long minOffset() {
        return Math.min(minOffset, endOffset);
    }

    /** The topic's name as records hold it. Not to be changed. */
    public byte[] topicUtf8() {
        return topicUtf8;
    }

    /** The offset at which the first file begins. */
    public long firstFileOffset() {
        return files.firstOffset();
    }

    public boolean isDeleted() {
        return deleted;
    }

    /** How an entry went in. */
    public enum PutOutcome {
        PUT,
        /** It was there already. */
        KNOWN,
        /** It contradicts what is there: the record's queue offset is not to be believed. */
        REFUSED
    }

    /** Adds the entry of a message. Under the dispatch lock. */
    public PutOutcome put(long queueOffset, long physicalOffset, int size, long tagsCode) throws IOException {
        long end = endOffset;
        if (queueOffset < end) {
            return isKnown(queueOffset, physicalOffset) ? PutOutcome.KNOWN : PutOutcome.REFUSED;
        }
        if (queueOffset > end && !fillUpTo(end, queueOffset)) {
            return PutOutcome.REFUSED;
        }
        files.write(queueOffset, physicalOffset, size, tagsCode);
        endOffset = queueOffset + 1;
        return PutOutcome.PUT;
    }

    /**
     * Notes something beside the entry that is put next. Under the dispatch lock.
     *
     * @return what that entry is to hold as tag code
     */
    public long extend(ExtensionUnit unit) throws IOException {
        long last = 0;
        long end = endOffset;
        if (end > 0) {
            try (QueueCursor cursor = cursor(end - 1)) {
                last = cursor.isPresent() ? cursor.tagsCode() : 0;
            }
        }
        return files.extension().append(unit, last);
    }

    /** What is noted beside its entries. */
    public QueueExtension extension() {
        return files.extension();
    }

    private boolean isKnown(long queueOffset, long physicalOffset) {
        // What lies before the first entry was deleted with its part of the log.
        if (queueOffset < minOffset) {
            return true;
        }
        try (QueueCursor cursor = cursor(queueOffset)) {
            return cursor.isPresent() && cursor.physicalOffset() == physicalOffset;
        } catch (IOException e) {
            throw new StoreException(files.dir(), "cannot be read", e);
        }
    }

    /** Offsets that no record claims any more are held by fillers, so that every message stays at its own offset. */
    private boolean fillUpTo(long end, long queueOffset) throws IOException {
        if (files.isEmpty()) {
            files.beginAt(queueOffset);
            minOffset = queueOffset;
            return true;
        }
        if (queueOffset - end > GAP_MAX) {
            return false;
        }
        LOG.warn("{}/{}: no message left for queue offsets {} to {}", topic, queueId, end, queueOffset - 1);
        for (long missing = end; missing < queueOffset; missing++) {
            files.write(missing, 0, EntryLayout.FILLER_SIZE, 0);
        }
        return true;
    }

    /** Reads entries from an offset on, to the end of the file it is in. Close it. */
    public QueueCursor cursor(long queueOffset) throws IOException {
        return files.cursor(queueOffset, endOffset);
    }

    /** After recovery: the next message follows the last entry. */
    public void resumeAfterLast() {
        nextOffset = Math.max(nextOffset, endOffset);
    }

    /**
     * Finds the first entry whose record is still in the log and deletes files that lie wholly before it. Under the dispatch lock.
     *
     * @return how many files went
     */
    public int trim(long logMinOffset) throws IOException {
        // A log from address 0 on holds everything: with very many queues it is worth not to touch them.
        minOffset = logMinOffset == 0 && files.firstOffset() == 0 ? 0 : firstAtOrAfter(logMinOffset);
        trimExtension();
        return files.deleteBefore(minOffset);
    }

    private void trimExtension() throws IOException {
        if (!files.extension().hasSeveralFiles() || minOffset >= endOffset) {
            return;
        }
        try (QueueCursor cursor = cursor(minOffset)) {
            if (cursor.isPresent() && ExtensionUnit.isAddress(cursor.tagsCode())) {
                files.extension().deleteBefore(cursor.tagsCode());
            }
        }
    }

    /** Physical offsets grow from entry to entry, except for fillers, which say nothing. */
    private long firstAtOrAfter(long physicalOffset) throws IOException {
        long low = Math.max(minOffset, files.firstOffset());
        long high = endOffset;
        while (low < high) {
            long middle = (low + high) >>> 1;
            long known = skipFillers(middle, high);
            if (known == high || physicalOffsetAt(known) >= physicalOffset) {
                high = middle;
            } else {
                low = known + 1;
            }
        }
        return skipFillers(low, endOffset);
    }

    /** The first offset from here on that holds no filler; the end when there is none. */
    public long skipFillers(long from, long end) throws IOException {
        long at = from;
        while (at < end) {
            try (QueueCursor cursor = cursor(at)) {
                while (at < end && cursor.isPresent()) {
                    if (!cursor.isFiller()) {
                        return at;
                    }
                    cursor.next();
                    at++;
                }
                if (at < end && !cursor.isAtEnd()) {
                    return at;
                }
            }
        }
        return end;
    }

    /** Address of the record of one offset; -1 where the queue has no entry. */
    public long physicalOffsetAt(long queueOffset) throws IOException {
        try (QueueCursor cursor = cursor(queueOffset)) {
            return cursor.isPresent() && !cursor.isFiller() ? cursor.physicalOffset() : -1;
        }
    }

    /** Nobody puts or appends here any more. Under the append lock. */
    void markDeleted() {
        deleted = true;
    }

    /** Removes the files. Under the dispatch lock. */
    void destroy() {
        files.destroy();
        StoreFiles.deleteTree(files.dir());
    }

    public void force() throws IOException {
        files.force();
    }
}
