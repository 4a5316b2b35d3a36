package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/**
 * New offsets of a group's queues, with {@code INVOKE_BROKER_TO_RESET_OFFSET} (222) and {@code
 * RESET_CONSUMER_CLIENT_OFFSET} (220).
 */
public record ResetOffsetBody(Map<MessageQueue, Long> offsetTable) {
    public ResetOffsetBody {
        offsetTable = Copies.map(offsetTable);
    }
}
