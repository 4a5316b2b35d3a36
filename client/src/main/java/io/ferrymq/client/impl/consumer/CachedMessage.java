package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.message.MessageExt;

/** A pulled message until it is finished. Belongs to its {@link ProcessQueue}, under whose lock everything that changes is touched. */
final class CachedMessage {
    private final MessageExt message;
    private final int sizeBytes;
    private long startedMs;
    private boolean handedOver;
    private boolean finished;

    CachedMessage(MessageExt message) {
        this.message = message;
        this.sizeBytes = message.getBody() == null ? 0 : message.getBody().length;
    }

    MessageExt message() {
        return message;
    }

    long offset() {
        return message.getQueueOffset();
    }

    int sizeBytes() {
        return sizeBytes;
    }

    void started(long nowMs) {
        startedMs = nowMs;
    }

    /** When its listener was called; 0 while it waits. */
    long startedMs() {
        return startedMs;
    }

    void handedOver(boolean toRetry) {
        handedOver = toRetry;
    }

    /** Whether it was given to the retry topic because its listener took too long: what the listener says now comes too late. */
    boolean isHandedOver() {
        return handedOver;
    }

    void finished() {
        finished = true;
    }

    boolean isFinished() {
        return finished;
    }
}
