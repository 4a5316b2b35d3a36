package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/**
 * Offsets of a group's queues as its clients see them: one client's with {@code GET_CONSUMER_STATUS_FROM_CLIENT}
 * (221), all clients' with {@code INVOKE_BROKER_TO_GET_CONSUMER_STATUS} (223).
 */
public record GetConsumerStatusBody(
        Map<MessageQueue, Long> messageQueueTable, Map<String, Map<MessageQueue, Long>> consumerTable) {
    public GetConsumerStatusBody {
        messageQueueTable = Copies.map(messageQueueTable);
        consumerTable = Copies.map(consumerTable);
    }

    public static GetConsumerStatusBody ofClient(Map<MessageQueue, Long> offsets) {
        return new GetConsumerStatusBody(offsets, Map.of());
    }

    public static GetConsumerStatusBody ofGroup(Map<String, Map<MessageQueue, Long>> offsetsByClientId) {
        return new GetConsumerStatusBody(Map.of(), offsetsByClientId);
    }
}
