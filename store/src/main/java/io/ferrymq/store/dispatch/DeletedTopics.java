package io.ferrymq.store.dispatch;

/** Remembers up to where the log's records of a deleted topic are dead. */
@FunctionalInterface
public interface DeletedTopics {
    boolean isDead(String topic, long physicalOffset);
}
