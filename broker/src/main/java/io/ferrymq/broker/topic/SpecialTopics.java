package io.ferrymq.broker.topic;

import io.ferrymq.common.MixAll;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.sysflag.TopicSysFlag;

/** Topics that come with a group: those of its retries and its dead letters, made on demand (spec: broker 7). */
public final class SpecialTopics {
    private final TopicTable topics;

    public SpecialTopics(TopicTable topics) {
        this.topics = topics;
    }

    /** {@code %RETRY%group}, readable and writable. */
    public TopicConfig retry(String group, int queueNums, boolean unitMode) {
        int sysFlag = unitMode ? TopicSysFlag.buildSysFlag(false, true) : 0;
        return topics.findOrCreate(TopicConfig.of(MixAll.getRetryTopic(group), Math.max(1, queueNums))
                .withTopicSysFlag(sysFlag));
    }

    /** {@code %DLQ%group}, one queue, readable and writable. */
    public TopicConfig deadLetters(String group) {
        return topics.findOrCreate(TopicConfig.of(MixAll.getDLQTopic(group), 1));
    }
}
