package io.ferrymq.client.impl.consumer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The messages of one queue between pull and finish. They arrive in the order of their offsets and finish in any; the smallest unfinished
 * one is always at the head, so adding and finishing cost the same however many there are. Not thread-safe.
 */
final class MessageWindow {
    private final Deque<CachedMessage> messages = new ArrayDeque<>();
    private int unfinished;
    private long unfinishedBytes;
    private long nextOffset;

    /** @param nextOffset where reading starts: nothing before it is this window's business */
    MessageWindow(long nextOffset) {
        this.nextOffset = nextOffset;
    }

    void add(List<CachedMessage> more) {
        for (CachedMessage message : more) {
            messages.addLast(message);
            unfinished++;
            unfinishedBytes += message.sizeBytes();
            nextOffset = Math.max(nextOffset, message.offset() + 1);
        }
    }

    /** Everything before this offset was pulled; what is not in the window of it was filtered out. */
    void pulledTo(long offset) {
        nextOffset = Math.max(nextOffset, offset);
    }

    void finish(CachedMessage message) {
        if (message.isFinished()) {
            return;
        }
        message.finished();
        unfinished--;
        unfinishedBytes -= message.sizeBytes();
        while (!messages.isEmpty() && messages.peekFirst().isFinished()) {
            messages.removeFirst();
        }
    }

    /** The smallest unfinished offset: where a successor has to start. */
    long position() {
        return messages.isEmpty() ? nextOffset : messages.peekFirst().offset();
    }

    boolean exceeds(FlowLimits limits) {
        return unfinished > limits.count() || unfinishedBytes > limits.sizeBytes() || span() > limits.span();
    }

    private long span() {
        return maxOffset() - minOffset();
    }

    List<CachedMessage> unfinished() {
        List<CachedMessage> rest = new ArrayList<>(unfinished);
        for (CachedMessage message : messages) {
            if (!message.isFinished()) {
                rest.add(message);
            }
        }
        return rest;
    }

    int count() {
        return unfinished;
    }

    long sizeBytes() {
        return unfinishedBytes;
    }

    /** The smallest offset in work, 0 when there is none. */
    long minOffset() {
        return messages.isEmpty() ? 0 : messages.peekFirst().offset();
    }

    /** The greatest offset in the window, 0 when there is none. */
    long maxOffset() {
        return messages.isEmpty() ? 0 : messages.peekLast().offset();
    }
}
