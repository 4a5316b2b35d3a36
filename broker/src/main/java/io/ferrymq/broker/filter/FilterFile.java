package io.ferrymq.broker.filter;

import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/**
 * The content of {@code config/consumerFilter.json} (spec: storage 8.6). Component names are JSON member names.
 *
 * @param ferrymqLastWord true when it was written at the end, after the last bit map; ours alone, others leave it out
 */
record FilterFile(Map<String, OfTopic> filterDataByTopic, Boolean ferrymqLastWord) {
    FilterFile {
        filterDataByTopic = Copies.map(filterDataByTopic);
    }

    boolean isLastWord() {
        return Boolean.TRUE.equals(ferrymqLastWord);
    }

    /** The groups that filter one topic. */
    record OfTopic(Map<String, FilterData> groupFilterData, String topic) {
        OfTopic {
            groupFilterData = Copies.map(groupFilterData);
        }
    }
}
