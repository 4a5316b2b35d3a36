package io.ferrymq.remoting.protocol.header;

/**
 * {@code UPDATE_CONSUMER_OFFSET} (15): a group has consumed up to here. Queue and offset may be missing so that the
 * broker can refuse with a code of its own.
 *
 * @param ferrymqMove null from a consumer; from a slave that hands a position back, the mark of the last move on purpose that it
 *     knows of this position, 0 for none
 */
public record UpdateConsumerOffsetRequestHeader(
        String consumerGroup, String topic, Integer queueId, Long commitOffset, Long ferrymqMove) {
    /** What a consumer says. */
    public UpdateConsumerOffsetRequestHeader(String consumerGroup, String topic, Integer queueId, Long commitOffset) {
        this(consumerGroup, topic, queueId, commitOffset, null);
    }
}
