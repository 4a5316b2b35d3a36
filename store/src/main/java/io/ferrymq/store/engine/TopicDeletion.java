package io.ferrymq.store.engine;

import io.ferrymq.store.dispatch.Dispatcher;
import io.ferrymq.store.log.AppendLock;
import io.ferrymq.store.log.LogTail;
import io.ferrymq.store.queue.TopicQueues;
import java.util.Map;

/**
 * Deletes a topic while others write to it: under both locks it goes out of sight, then its records are marked dead on disk, then its files go. Readers that still
 * have a file mapped keep it until they close.
 */
final class TopicDeletion {
    private final StoreParts parts;
    private final Dispatcher dispatcher;
    private final AppendLock appendLock;
    private final LogTail tail;
    private final Runnable noted;

    /** @param noted what has to be noted on disk once files are gone */
    TopicDeletion(StoreParts parts, Dispatcher dispatcher, AppendLock appendLock, LogTail tail, Runnable noted) {
        this.parts = parts;
        this.dispatcher = dispatcher;
        this.appendLock = appendLock;
        this.tail = tail;
        this.noted = noted;
    }

    void delete(String topic) {
        dispatcher.exclusively(() -> deleteLocked(topic));
        noted.run();
    }

    /** What is marked as deleted, by topic: the address before which its records are dead. */
    Map<String, Long> deleted() {
        return parts.tombstones().all();
    }

    /**
     * On a copy of a master's log: the master deleted the topic when its log ended here. What the topic has got since is read from the log
     * once more, because the queues that go may hold it, or may have refused it.
     */
    void deleteBefore(String topic, long bound) {
        if (bound <= parts.segments().minOffset() || parts.tombstones().of(topic) >= bound) {
            return;
        }
        dispatcher.exclusively(() -> deleteBeforeLocked(topic, bound));
        noted.run();
        dispatcher.dispatch();
    }

    private void deleteBeforeLocked(String topic, long bound) {
        TopicQueues removed;
        appendLock.lock();
        try {
            removed = parts.queues().remove(topic);
            if (removed != null && bound < tail.endOffset()) {
                dispatcher.readAgainFrom(bound);
            }
        } finally {
            appendLock.unlock();
        }
        parts.tombstones().add(topic, bound);
        if (removed != null) {
            parts.queues().destroy(removed);
        }
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
