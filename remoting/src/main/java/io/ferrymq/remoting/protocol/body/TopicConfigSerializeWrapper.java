package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/**
 * The topics of a broker with their version: in a registration, between master and slave, and in the file of topics.
 * The mapping members belong to static topics; they are carried, not understood.
 */
public record TopicConfigSerializeWrapper(
        Map<String, TopicConfig> topicConfigTable,
        DataVersion dataVersion,
        DataVersion mappingDataVersion,
        Map<String, Object> topicQueueMappingInfoMap,
        Map<String, Object> topicQueueMappingDetailMap) {
    public TopicConfigSerializeWrapper {
        topicConfigTable = Copies.map(topicConfigTable);
        topicQueueMappingInfoMap = Copies.map(topicQueueMappingInfoMap);
        topicQueueMappingDetailMap = Copies.map(topicQueueMappingDetailMap);
        dataVersion = dataVersion == null ? DataVersion.initial(0) : dataVersion;
        mappingDataVersion = mappingDataVersion == null ? DataVersion.initial(0) : mappingDataVersion;
    }

    public static TopicConfigSerializeWrapper of(Map<String, TopicConfig> topics, DataVersion version) {
        return new TopicConfigSerializeWrapper(topics, version, DataVersion.initial(0), Map.of(), Map.of());
    }
}
