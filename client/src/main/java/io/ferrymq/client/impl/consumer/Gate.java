package io.ferrymq.client.impl.consumer;

import java.util.ArrayList;
import java.util.List;

/** Closed while the consumer is suspended: who comes then is called once it opens. */
final class Gate {
    private final List<Runnable> waiting = new ArrayList<>();
    private boolean closed;

    /** Whether it is open; if not, {@code then} runs once it is. */
    synchronized boolean isOpen(Runnable then) {
        if (closed) {
            waiting.add(then);
        }
        return !closed;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    synchronized void close() {
        closed = true;
    }

    void open() {
        List<Runnable> now;
        synchronized (this) {
            closed = false;
            now = new ArrayList<>(waiting);
            waiting.clear();
        }
        now.forEach(Runnable::run);
    }
}
