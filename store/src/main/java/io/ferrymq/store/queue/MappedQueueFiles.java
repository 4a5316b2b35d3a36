package io.ferrymq.store.queue;

import io.ferrymq.store.file.Mapping;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;

/**
 * Keeps a bounded number of queue files mapped; no file stays open. Which one goes is decided by a clock hand that passes over those used since
 * it last came by, so that a hit costs no lock.
 */
public final class MappedQueueFiles {
    private final QueueFile[] slots;
    private int hand;
    private int count;

    public MappedQueueFiles(int maxFiles) {
        slots = new QueueFile[maxFiles];
    }

    /** The file's mapping with a count that the caller must release. */
    Mapping retain(QueueFile file) throws IOException {
        Mapping mapping = file.mapping;
        if (mapping != null && mapping.tryRetain()) {
            if (!file.usedLately) {
                file.usedLately = true;
            }
            return mapping;
        }
        return map(file);
    }

    private synchronized Mapping map(QueueFile file) throws IOException {
        Mapping known = file.mapping;
        if (known != null && known.tryRetain()) {
            return known;
        }
        if (file.deleted) {
            throw new NoSuchFileException(file.path().toString());
        }
        Mapping mapping;
        try (FileChannel channel = file.open()) {
            mapping = Mapping.map(channel, file.sizeBytes());
        }
        int slot = count < slots.length ? count++ : evict();
        slots[slot] = file;
        file.usedLately = true;
        file.mapping = mapping;
        mapping.tryRetain();
        return mapping;
    }

    /** Unmaps the first file the hand meets that was not used since the last round. */
    private int evict() {
        while (true) {
            hand = (hand + 1) % slots.length;
            QueueFile candidate = slots[hand];
            if (!candidate.usedLately) {
                unmap(candidate);
                return hand;
            }
            candidate.usedLately = false;
        }
    }

    private static void unmap(QueueFile file) {
        Mapping mapping = file.mapping;
        file.mapping = null;
        mapping.release();
    }

    /** The file is about to be deleted: nobody maps it any more. */
    synchronized void forget(QueueFile file) {
        file.deleted = true;
        if (file.mapping == null) {
            return;
        }
        unmap(file);
        int slot = 0;
        while (slots[slot] != file) {
            slot++;
        }
        slots[slot] = slots[--count];
        slots[count] = null;
        hand = count == 0 ? 0 : hand % count;
    }

    synchronized void forgetAll() {
        for (int i = 0; i < count; i++) {
            unmap(slots[i]);
            slots[i] = null;
        }
        count = 0;
        hand = 0;
    }

    public synchronized int mappedCount() {
        return count;
    }
}
