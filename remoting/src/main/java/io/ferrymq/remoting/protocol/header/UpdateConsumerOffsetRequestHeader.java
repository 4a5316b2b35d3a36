package io.ferrymq.remoting.protocol.header;

/**
 * {@code UPDATE_CONSUMER_OFFSET} (15): a group has consumed up to here. Queue and offset may be missing so that the
 * broker can refuse with a code of its own.
 *
 * @param ferrymqMove null from a consumer; from a slave that hands a position back, the mark of the last move on purpose that it
 *     knows of this position, 0 for none
 * @param ferrymqForward true from a consumer that tells how far it has got and does not mean to go back; null from others
 */
public record UpdateConsumerOffsetRequestHeader(
        String consumerGroup,
        String topic,
        Integer queueId,
        Long commitOffset,
        Long ferrymqMove,
        Boolean ferrymqForward) {
    /** What a consumer says. */
    public UpdateConsumerOffsetRequestHeader(String consumerGroup, String topic, Integer queueId, Long commitOffset) {
        this(consumerGroup, topic, queueId, commitOffset, null, null);
    }

    /** The same from a consumer that has gone on, or from one that goes elsewhere on purpose. */
    public UpdateConsumerOffsetRequestHeader(
            String consumerGroup, String topic, Integer queueId, Long commitOffset, boolean forward) {
        this(consumerGroup, topic, queueId, commitOffset, null, forward ? Boolean.TRUE : null);
    }
}
