package io.ferrymq.store.engine;

import io.ferrymq.store.dispatch.Dispatcher;
import io.ferrymq.store.log.AppendLock;
import io.ferrymq.store.log.LogTail;
import io.ferrymq.store.queue.TopicQueues;

/**
 * Deletes a topic while others write to it: under both locks it goes out of sight, then its records are marked dead on disk, then its files go. Readers that still
 * have a file mapped keep it until they close.
 */
final class TopicDeletion {
    private final StoreParts parts;
    private final Dispatcher dispatcher;
    private final AppendLock appendLock;
    private final LogTail tail;
    private final Runnable deleted;

    /** @param deleted what has to be noted on disk once files are gone */
    TopicDeletion(StoreParts parts, Dispatcher dispatcher, AppendLock appendLock, LogTail tail, Runnable deleted) {
        this.parts = parts;
        this.dispatcher = dispatcher;
        this.appendLock = appendLock;
        this.tail = tail;
        this.deleted = deleted;
    }

    void delete(String topic) {
        dispatcher.exclusively(() -> deleteLocked(topic));
        deleted.run();
    }

    private void deleteLocked(String topic) {
        TopicQueues removed;
        long logEnd;
        appendLock.lock();
        try {
            removed = parts.queues().remove(topic);
            logEnd = tail.endOffset();
        } finally {
            appendLock.unlock();
        }
        if (removed != null) {
            parts.tombstones().add(topic, logEnd);
            parts.queues().destroy(removed);
        }
    }
}
