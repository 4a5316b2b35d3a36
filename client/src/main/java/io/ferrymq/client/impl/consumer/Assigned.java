package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.message.MessageQueue;

/** One queue that this consumer has, from assignment on: at first being opened, then with a {@link ProcessQueue}. */
final class Assigned {
    private static final long NOT_FORCED = -1;

    private final MessageQueue queue;
    private volatile ProcessQueue process;
    private volatile long forcedOffset = NOT_FORCED;
    private volatile boolean awaited;

    Assigned(MessageQueue queue) {
        this.queue = queue;
    }

    MessageQueue queue() {
        return queue;
    }

    /** Null while it is being opened. */
    ProcessQueue process() {
        return process;
    }

    void opened(ProcessQueue with) {
        process = with;
    }

    /** @param byWord whether its next owner waits until this one says that it is done */
    void awaited(boolean byWord) {
        awaited = byWord;
    }

    boolean isAwaited() {
        return awaited;
    }

    /** Somebody wants it to start elsewhere than found out. */
    void startAt(long offset) {
        forcedOffset = offset;
    }

    long startOffset(long found) {
        return forcedOffset == NOT_FORCED ? found : forcedOffset;
    }
}
