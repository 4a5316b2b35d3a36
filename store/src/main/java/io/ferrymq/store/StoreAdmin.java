package io.ferrymq.store;

import io.ferrymq.store.config.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What administrators ask of the store. */
public interface StoreAdmin {
    /** Topics that have queues on disk or in memory. */
    Set<String> topics();

    /** Ids of the queues of a topic, ascending. */
    List<Integer> queueIds(String topic);

    /** Removes a topic's queues for good; its messages fade out of the log. A new topic of this name starts at offset 0. */
    void deleteTopic(String topic);

    /** Topics whose deletion the log still has records of: each with the address before which its records are dead. */
    Map<String, Long> deletedTopics();

    /**
     * On a copy of a master's log: removes what a topic has before an address, where the master deleted it; what it has from there on stays.
     * Does nothing when that is done already, or the log begins behind it.
     */
    void deleteTopicBefore(String topic, long logOffset);

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
