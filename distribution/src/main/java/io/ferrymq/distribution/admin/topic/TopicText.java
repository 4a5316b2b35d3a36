package io.ferrymq.distribution.admin.topic;

import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.constant.PermName;

/** A topic's configuration in the one line that scripts know. */
final class TopicText {
    private TopicText() {}

    static String of(TopicConfig config) {
        return "TopicConfig [topicName=" + config.topicName() + ", readQueueNums=" + config.readQueueNums()
                + ", writeQueueNums=" + config.writeQueueNums() + ", perm=" + PermName.perm2String(config.perm())
                + ", topicFilterType=" + config.topicFilterType() + ", topicSysFlag=" + config.topicSysFlag()
                + ", order=" + config.order() + ", attributes=" + config.attributes() + "]";
    }
}
