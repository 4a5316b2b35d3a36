package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.body.ProcessQueueInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;

/**
 * What a consumer holds of one queue from assignment to release. A queue that comes back, or is set to another position, gets a new one: the
 * old one is closed and can never again move the position (one lock guards state, window and the writing of the position).
 */
final class ProcessQueue {
    private static final int MIB_SHIFT = 20;

    private final MessageQueue queue;
    private final LongConsumer positions;
    private final MessageWindow window;
    private final CompletableFuture<Void> idle = new CompletableFuture<>();
    private QueueState state = QueueState.ACTIVE;
    private int running;
    private FlowLimits waitingLimits;
    private Runnable onRoom;

    // Written by the one who pulls, consumes or locks; a reader sees some recent value.
    private volatile long lastPullMs;
    private volatile long lastConsumeMs;
    private volatile long lockedAtMs;

    /**
     * @param startOffset where reading starts
     * @param positions takes the smallest unfinished offset each time something finishes; called under this queue's lock
     */
    ProcessQueue(MessageQueue queue, long startOffset, LongConsumer positions) {
        this.queue = queue;
        this.positions = positions;
        this.window = new MessageWindow(startOffset);
    }

    MessageQueue queue() {
        return queue;
    }

    synchronized boolean isActive() {
        return state == QueueState.ACTIVE;
    }

    /**
     * Takes in what a pull brought.
     *
     * @param nextOffset where the next pull starts
     * @return the messages in work now; none when this queue was given away meanwhile
     */
    synchronized List<CachedMessage> add(List<MessageExt> messages, long nextOffset) {
        if (state != QueueState.ACTIVE) {
            return List.of();
        }
        List<CachedMessage> cached = new ArrayList<>(messages.size());
        for (MessageExt message : messages) {
            cached.add(new CachedMessage(message));
        }
        boolean nothingInWork = window.count() == 0;
        window.add(cached);
        window.pulledTo(nextOffset);
        if (nothingInWork && cached.isEmpty()) {
            // What was filtered out counts as consumed.
            positions.accept(window.position());
        }
        return cached;
    }

    /**
     * A listener is about to be called.
     *
     * @return those of the messages that are still to be consumed; none when the queue was given away. When there are some, {@link #end}
     *     has to follow
     */
    synchronized List<CachedMessage> begin(List<CachedMessage> messages, long nowMs) {
        if (state != QueueState.ACTIVE) {
            return List.of();
        }
        List<CachedMessage> todo = countsAll(messages) ? messages : stillOurs(messages);
        for (CachedMessage message : todo) {
            message.started(nowMs);
        }
        if (!todo.isEmpty()) {
            running++;
            lastConsumeMs = nowMs;
        }
        return todo;
    }

    private static boolean countsAll(List<CachedMessage> messages) {
        for (CachedMessage message : messages) {
            if (!counts(message)) {
                return false;
            }
        }
        return true;
    }

    private static boolean counts(CachedMessage message) {
        return !message.isHandedOver() && !message.isFinished();
    }

    /**
     * The call that {@link #begin} announced has ended well, and nothing follows: {@link #finish} and {@link #end} in one.
     *
     * @return how many of the messages no longer count
     */
    int succeed(List<CachedMessage> messages) {
        int late = 0;
        boolean nowIdle;
        Runnable resume = null;
        synchronized (this) {
            boolean closed = state == QueueState.CLOSED;
            for (CachedMessage message : messages) {
                if (!closed && counts(message)) {
                    window.finish(message);
                } else {
                    late++;
                }
            }
            if (late < messages.size()) {
                positions.accept(window.position());
                resume = takeResume();
            }
            running--;
            nowIdle = running == 0 && state != QueueState.ACTIVE;
        }
        if (nowIdle) {
            idle.complete(null);
        }
        if (resume != null) {
            resume.run();
        }
        return late;
    }

    private Runnable takeResume() {
        if (onRoom == null || window.exceeds(waitingLimits)) {
            return null;
        }
        Runnable resume = onRoom;
        onRoom = null;
        return resume;
    }

    /** The call that {@link #begin} announced has ended, and so has everything that followed from it. */
    void end() {
        boolean nowIdle;
        synchronized (this) {
            running--;
            nowIdle = running == 0 && state != QueueState.ACTIVE;
        }
        if (nowIdle) {
            idle.complete(null);
        }
    }

    /** Messages are done with, whatever became of them: the position moves to the smallest unfinished one. */
    void finish(List<CachedMessage> messages) {
        Runnable resume;
        synchronized (this) {
            messages.forEach(window::finish);
            if (state != QueueState.CLOSED) {
                positions.accept(window.position());
            }
            resume = takeResume();
        }
        if (resume != null) {
            resume.run();
        }
    }

    /** Those whose outcome still counts: not of a queue that is gone, not handed over to the retry topic while their listener ran. */
    synchronized List<CachedMessage> stillOurs(List<CachedMessage> messages) {
        if (state == QueueState.CLOSED) {
            return List.of();
        }
        List<CachedMessage> ours = new ArrayList<>(messages);
        ours.removeIf(message -> !counts(message));
        return ours;
    }

    /** Messages whose listener has been running for too long, each given out once, until it is {@link #keep kept} after all. */
    synchronized List<CachedMessage> overdue(long nowMs, long timeoutMs) {
        if (state != QueueState.ACTIVE) {
            return List.of();
        }
        List<CachedMessage> overdue = window.unfinished();
        overdue.removeIf(message ->
                message.startedMs() == 0 || message.isHandedOver() || nowMs - message.startedMs() < timeoutMs);
        overdue.forEach(message -> message.handedOver(true));
        return overdue;
    }

    /** The retry topic could not take an overdue message: it stays ours, and is given out again. */
    synchronized void keep(CachedMessage message) {
        message.handedOver(false);
    }

    /** Messages that were not consumed wait in the client for their next call. */
    synchronized void waitAgain(List<CachedMessage> messages) {
        messages.forEach(message -> message.started(0));
    }

    /** Whether there is room for another pull; if not, {@code then} runs once there is. */
    synchronized boolean hasRoom(FlowLimits limits, Runnable then) {
        if (!window.exceeds(limits)) {
            return true;
        }
        waitingLimits = limits;
        onRoom = then;
        return false;
    }

    /** Gives the queue away: nothing new starts, what runs may finish. Completes when nothing runs any more. */
    CompletableFuture<Void> drain() {
        return leave(QueueState.DRAINING);
    }

    /** Nothing moves the position from here on. Completes when nothing runs any more. */
    CompletableFuture<Void> close() {
        return leave(QueueState.CLOSED);
    }

    private CompletableFuture<Void> leave(QueueState next) {
        boolean nowIdle;
        synchronized (this) {
            if (state.compareTo(next) < 0) {
                state = next;
            }
            onRoom = null;
            nowIdle = running == 0;
        }
        if (nowIdle) {
            idle.complete(null);
        }
        return idle;
    }

    synchronized long position() {
        return window.position();
    }

    /** The message in work for the longest time, or null. */
    synchronized CachedMessage oldestInWork() {
        CachedMessage oldest = null;
        for (CachedMessage message : window.unfinished()) {
            if (message.startedMs() > 0 && (oldest == null || message.startedMs() < oldest.startedMs())) {
                oldest = message;
            }
        }
        return oldest;
    }

    void pulled(long nowMs) {
        lastPullMs = nowMs;
    }

    /** The broker gave this client the queue for itself, asked at this time; 0: it did not. */
    void lockedAt(long ms) {
        lockedAtMs = ms;
    }

    long lockedAtMs() {
        return lockedAtMs;
    }

    synchronized ProcessQueueInfo info(long committedOffset) {
        return new ProcessQueueInfo(
                committedOffset,
                window.minOffset(),
                window.maxOffset(),
                window.count(),
                (int) (window.sizeBytes() >> MIB_SHIFT),
                0,
                0,
                0,
                lockedAtMs > 0,
                0,
                lockedAtMs,
                state != QueueState.ACTIVE,
                lastPullMs,
                lastConsumeMs);
    }
}
