package io.ferrymq.broker.consume;

import io.ferrymq.common.TopicConfig;

/** The broker's topics, as the consuming half sees them. All methods may be called from any thread. */
public interface TopicDirectory {
    /** How the topic is served; null when it is unknown. */
    TopicConfig find(String topic);

    /**
     * The topic as it is, or, when it is unknown, this one: kept, and made known to the nameservers. May write to the disk.
     *
     * @return null when it cannot be created
     */
    TopicConfig createIfAbsent(TopicConfig wanted);
}
