package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.protocol.Copies;
import java.util.List;

/** {@code UPDATE_AND_CREATE_TOPIC_LIST} (18). Keys of attributes carry signs here. */
public record CreateTopicListRequestBody(List<TopicConfig> topicConfigList) {
    public CreateTopicListRequestBody {
        topicConfigList = Copies.list(topicConfigList);
    }
}
