package io.ferrymq.common;

import io.ferrymq.common.constant.PermName;
import java.util.Map;
import java.util.Objects;

/**
 * How one broker serves one topic. Component names are the member names of the JSON files and bodies.
 *
 * @param order whether routes of this topic are to be read as globally ordered
 * @param attributes unsigned keys; see {@link TopicAttributes}
 */
public record TopicConfig(
        String topicName,
        int readQueueNums,
        int writeQueueNums,
        int perm,
        TopicFilterType topicFilterType,
        int topicSysFlag,
        boolean order,
        Map<String, String> attributes) {
    public static final int DEFAULT_QUEUE_NUMS = 16;

    public TopicConfig {
        Objects.requireNonNull(topicName, "topicName");
        if (readQueueNums < 0 || writeQueueNums < 0) {
            throw new IllegalArgumentException(
                    "topic " + topicName + ": queue numbers must not be negative, found read " + readQueueNums
                            + ", write " + writeQueueNums);
        }
        topicFilterType = topicFilterType == null ? TopicFilterType.SINGLE_TAG : topicFilterType;
        attributes = attributes == null ? Map.of() : Map.copyOf(attributes);
    }

    public TopicConfig(String topicName, int readQueueNums, int writeQueueNums, int perm) {
        this(topicName, readQueueNums, writeQueueNums, perm, TopicFilterType.SINGLE_TAG, 0, false, Map.of());
    }

    /** A topic that may be read and written with the same number of queues for both. */
    public static TopicConfig of(String topicName, int queueNums) {
        return new TopicConfig(topicName, queueNums, queueNums, PermName.PERM_READ | PermName.PERM_WRITE);
    }

    public TopicConfig withTopicName(String name) {
        return new TopicConfig(
                name, readQueueNums, writeQueueNums, perm, topicFilterType, topicSysFlag, order, attributes);
    }

    public TopicConfig withQueueNums(int read, int write) {
        return new TopicConfig(topicName, read, write, perm, topicFilterType, topicSysFlag, order, attributes);
    }

    public TopicConfig withPerm(int newPerm) {
        return new TopicConfig(
                topicName, readQueueNums, writeQueueNums, newPerm, topicFilterType, topicSysFlag, order, attributes);
    }

    public TopicConfig withTopicSysFlag(int flag) {
        return new TopicConfig(
                topicName, readQueueNums, writeQueueNums, perm, topicFilterType, flag, order, attributes);
    }

    public TopicConfig withOrder(boolean ordered) {
        return new TopicConfig(
                topicName, readQueueNums, writeQueueNums, perm, topicFilterType, topicSysFlag, ordered, attributes);
    }

    public TopicConfig withAttributes(Map<String, String> newAttributes) {
        return new TopicConfig(
                topicName, readQueueNums, writeQueueNums, perm, topicFilterType, topicSysFlag, order, newAttributes);
    }

    public boolean isReadable() {
        return PermName.isReadable(perm);
    }

    public boolean isWriteable() {
        return PermName.isWriteable(perm);
    }
}
