package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.List;

/** The same as {@link ResetOffsetBody} as a list: for C++ clients, which have no objects as keys. */
public record ResetOffsetBodyForC(List<QueueOffset> offsetTable) {
    public ResetOffsetBodyForC {
        offsetTable = Copies.list(offsetTable);
    }

    /** One queue with its new offset. */
    public record QueueOffset(String topic, String brokerName, int queueId, long offset) {}
}
