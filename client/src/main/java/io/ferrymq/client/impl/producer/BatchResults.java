package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.SendResult;

/** The result of a batch taken apart: one for each message, in their order. */
final class BatchResults {
    private final SendResult whole;
    private final String offsetIds;
    private final boolean hasIdOfEach;
    private int index;
    private int from;

    BatchResults(SendResult whole, int count) {
        this.whole = whole;
        this.offsetIds = whole.getOffsetMsgId();
        // A broker that stores the batch as one message has one id for all of them.
        this.hasIdOfEach =
                offsetIds != null && offsetIds.chars().filter(c -> c == ',').count() == count - 1;
    }

    SendResult next(String uniqueId) {
        SendResult one = new SendResult(
                whole.getSendStatus(),
                uniqueId,
                whole.getMessageQueue(),
                whole.getQueueOffset() + index++,
                whole.getTransactionId(),
                hasIdOfEach ? nextOffsetId() : offsetIds,
                whole.getRegionId());
        one.setTraceOn(whole.isTraceOn());
        return one;
    }

    private String nextOffsetId() {
        int comma = offsetIds.indexOf(',', from);
        int end = comma < 0 ? offsetIds.length() : comma;
        String id = offsetIds.substring(from, end);
        from = end + 1;
        return id;
    }
}
