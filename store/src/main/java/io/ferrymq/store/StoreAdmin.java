package io.ferrymq.store;

import io.ferrymq.store.config.RetentionPolicy;
import java.util.List;
import java.util.Set;

/** What administrators ask of the store. */
public interface StoreAdmin {
    /** Topics that have queues on disk or in memory. */
    Set<String> topics();

    /** Ids of the queues of a topic, ascending. */
    List<Integer> queueIds(String topic);

    /** Removes a topic's queues for good; its messages fade out of the log. A new topic of this name starts at offset 0. */
    void deleteTopic(String topic);

    /** Deletes expired files now, at any hour. Returns how many log files went. */
    int deleteExpiredFiles();

    /** From now on files stay by this policy; its intervals are those of the start. */
    void retain(RetentionPolicy policy);

    /** From now on bodies may have so many bytes (key maxMessageSize). */
    void limitBodies(int bodyMaxBytes);

    DiskUse logDiskUse();

    DiskUse queueDiskUse();

    StoreFacts facts();
}
