package io.ferrymq.remoting.protocol.header;

/**
 * {@code QUERY_CONSUMER_OFFSET} (14): where a group stands in a queue.
 *
 * @param ferrymqHold what a member that shares queues with others wants of this one, see {@link QueueHold}; null from others
 */
public record QueryConsumerOffsetRequestHeader(
        String consumerGroup, String topic, int queueId, Boolean setZeroIfNotFound, Integer ferrymqHold) {
    public QueryConsumerOffsetRequestHeader(
            String consumerGroup, String topic, int queueId, Boolean setZeroIfNotFound) {
        this(consumerGroup, topic, queueId, setZeroIfNotFound, null);
    }
}
