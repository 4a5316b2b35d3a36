package io.ferrymq.broker.topic;

import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import java.util.Map;

/** The content of {@code config/topics.json} (spec: storage 8.5). Component names are JSON member names. */
record TopicsFile(DataVersion dataVersion, Map<String, TopicConfig> topicConfigTable) {
    TopicsFile {
        dataVersion = dataVersion == null ? DataVersion.initial(0) : dataVersion;
        topicConfigTable = topicConfigTable == null ? Map.of() : Map.copyOf(topicConfigTable);
    }
}
