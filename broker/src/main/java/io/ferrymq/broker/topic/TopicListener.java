package io.ferrymq.broker.topic;

import io.ferrymq.common.TopicConfig;

/** Hears of each change of the topic table, on the thread that made it: must not block. */
public interface TopicListener {
    /** A topic was created or changed. */
    default void onChanged(TopicConfig topic) {}

    default void onDeleted(String topic) {}
}
