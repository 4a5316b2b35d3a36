package io.ferrymq.remoting.protocol.admin;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/** How far a group is in its queues on one broker: answer to {@code GET_CONSUME_STATS} (208). */
public record ConsumeStats(double consumeTps, Map<MessageQueue, OffsetWrapper> offsetTable) {
    public ConsumeStats {
        offsetTable = Copies.map(offsetTable);
    }

    public long totalLag() {
        return offsetTable.values().stream().mapToLong(OffsetWrapper::lag).sum();
    }

    public long totalInflight() {
        return offsetTable.values().stream().mapToLong(OffsetWrapper::inflight).sum();
    }
}
