package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import io.ferrymq.remoting.protocol.admin.ConsumeStats;
import java.util.List;
import java.util.Map;

/**
 * How far each group is, one entry per group with one {@link ConsumeStats} per topic: answer to {@code
 * GET_BROKER_CONSUME_STATS} (317).
 */
public record ConsumeStatsList(
        List<Map<String, List<ConsumeStats>>> consumeStatsList,
        String brokerAddr,
        long totalDiff,
        long totalInflightDiff) {
    public ConsumeStatsList {
        consumeStatsList = Copies.list(consumeStatsList);
    }
}
