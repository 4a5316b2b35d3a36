package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.common.message.Message;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Gathers the messages of one kind: OPEN → retired. A batch goes when it is full, when its time is over, or at once when a thread waits for it
 * and none of the kind is under way. Batches are sent in the order they were filled, by one thread at a time, outside the lock.
 */
final class BatchStream {
    private static final int CAPACITY_MIN_BYTES = 2_048;

    private final BatchLimits limits;
    private final AtomicLong waitingBytes;
    private final Queue<GatheredBatch> filled = new ConcurrentLinkedQueue<>();
    private final AtomicInteger toSend = new AtomicInteger();

    private Consumer<GatheredBatch> sending;
    private GatheredBatch open;
    private int underWay;
    private int lastSizeBytes = CAPACITY_MIN_BYTES;
    private boolean retired;

    /** @param waitingBytes counts the messages that wait here and elsewhere */
    BatchStream(BatchLimits limits, AtomicLong waitingBytes) {
        this.limits = limits;
        this.waitingBytes = waitingBytes;
    }

    /**
     * Before the first message.
     *
     * @param sendsBatch does not block
     */
    void sendWith(Consumer<GatheredBatch> sendsBatch) {
        sending = sendsBatch;
    }

    /** What became of a message. */
    enum Added {
        /** It waits for others. */
        WAITING,
        /** A batch was filled: {@link #drain} is due. */
        FILLED,
        /** The stream is retired, another must be taken. */
        RETIRED
    }

    /** @throws IllegalArgumentException when the properties cannot be sent */
    synchronized Added add(Message message, byte[] body, String uniqueId, SendCallback callback) {
        if (retired) {
            return Added.RETIRED;
        }
        GatheredBatch batch = open == null ? newBatch() : open;
        int before = batch.sizeBytes();
        batch.add(message, body, uniqueId, callback);
        open = batch;
        waitingBytes.addAndGet(batch.sizeBytes() - before);
        boolean filledOne = false;
        if (batch.count() > 1 && limits.isExceeded(batch)) {
            GatheredBatch next = newBatch();
            batch.moveLastTo(next);
            close();
            open = next;
            filledOne = true;
        }
        if (limits.isFull(open) || (open.isWaitedFor() && underWay == 0)) {
            close();
            filledOne = true;
        }
        return filledOne ? Added.FILLED : Added.WAITING;
    }

    private GatheredBatch newBatch() {
        long dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.maxDelayMs());
        // Some room for the message that makes it too large.
        int capacity = lastSizeBytes + (lastSizeBytes >> 3);
        return new GatheredBatch(dueNanos, capacity, limits.keepsMessages());
    }

    private void close() {
        lastSizeBytes = Math.max(CAPACITY_MIN_BYTES, open.sizeBytes());
        waitingBytes.addAndGet(-open.sizeBytes());
        underWay++;
        filled.add(open);
        open = null;
    }

    /** Sends what is filled, unless another thread is doing that; then that one sends this as well. */
    void drain() {
        if (toSend.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            for (GatheredBatch batch = filled.poll(); batch != null; batch = filled.poll()) {
                sending.accept(batch);
            }
            seen = toSend.addAndGet(-seen);
        } while (seen != 0);
    }

    /** A batch was answered or failed; returns whether {@link #drain} is due. */
    synchronized boolean ended() {
        underWay--;
        if (open == null || !open.isWaitedFor() || underWay > 0) {
            return false;
        }
        close();
        return true;
    }

    /**
     * Closes the open batch if its time is over, or retires the stream if there is none.
     *
     * @return when to look again, in nanoseconds from now; 0 when {@link #drain} is due; negative when the stream is retired
     */
    synchronized long tick(long nowNanos) {
        if (open == null) {
            retired = true;
            return -1;
        }
        long leftNanos = open.dueNanos() - nowNanos;
        if (leftNanos > 0) {
            return leftNanos;
        }
        close();
        return 0;
    }

    /** Takes no more messages; what is gathered is sent. */
    void retire() {
        synchronized (this) {
            retired = true;
            if (open != null) {
                close();
            }
        }
        drain();
    }
}
