package io.ferrymq.broker.filter;

import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/** The content of {@code config/consumerFilter.json} (spec: storage 8.6). Component names are JSON member names. */
record FilterFile(Map<String, OfTopic> filterDataByTopic) {
    FilterFile {
        filterDataByTopic = Copies.map(filterDataByTopic);
    }

    /** The groups that filter one topic. */
    record OfTopic(Map<String, FilterData> groupFilterData, String topic) {
        OfTopic {
            groupFilterData = Copies.map(groupFilterData);
        }
    }
}
