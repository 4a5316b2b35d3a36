package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.ProducerConfig;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * How many asynchronous sends may be under way, by number and by bytes. Limits are read anew each time, so they may be changed while senders
 * wait; a message larger than all bytes together may go when nothing else is under way. A send out of a callback does not wait: results whose
 * callbacks have not begun hold permits, so callbacks that wait for them would wait for each other.
 */
final class SendPermits {
    private static final int MESSAGES_MAX =
            Integer.getInteger("com.rocketmq.remoting.clientAsyncSemaphoreValue", 65_535);
    private static final long BYTES_MAX =
            Math.min(32L << 20, Runtime.getRuntime().maxMemory() / 8);

    /** Both numbers in one: messages above, bytes below. */
    private static final int BYTES_BITS = 40;

    private static final long BYTES_MASK = (1L << BYTES_BITS) - 1;

    private final ProducerConfig config;
    private final AtomicLong taken = new AtomicLong();
    // Changed under the lock; a release that sees none after it gave its permit back has nobody to wake.
    private volatile int waiters;

    SendPermits(ProducerConfig config) {
        this.config = config;
    }

    private static long packed(long count, long weightBytes) {
        return (count << BYTES_BITS) + weightBytes;
    }

    /** Waits for room; false when there was none in time. */
    boolean acquire(int weightBytes, long timeoutMs) throws InterruptedException {
        if (tryAcquire(weightBytes)) {
            return true;
        }
        if (Callbacks.isRunningHere()) {
            take(1, weightBytes);
            return true;
        }
        return await(() -> tryAcquire(weightBytes), timeoutMs);
    }

    private boolean tryAcquire(int weightBytes) {
        for (long now = taken.get(); hasRoom(now, weightBytes); now = taken.get()) {
            if (taken.compareAndSet(now, now + packed(1, weightBytes))) {
                return true;
            }
        }
        return false;
    }

    private synchronized boolean await(BooleanSupplier condition, long timeoutMs) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + timeoutMs * 1_000_000;
        waiters++;
        try {
            while (!condition.getAsBoolean()) {
                long leftMs = (deadlineNanos - System.nanoTime()) / 1_000_000;
                if (leftMs <= 0) {
                    return false;
                }
                wait(leftMs);
            }
            return true;
        } finally {
            waiters--;
        }
    }

    /** Counts what is under way already, room or not: whoever sent it waits for room afterwards. */
    void take(int count, int weightBytes) {
        taken.addAndGet(packed(count, weightBytes));
    }

    /** Waits until there is room for a next message, for a while; takes none of it. */
    void awaitRoom(long timeoutMs) throws InterruptedException {
        if (hasRoom(taken.get(), 0) || Callbacks.isRunningHere()) {
            return;
        }
        if (await(() -> hasRoom(taken.get(), 0), timeoutMs)) {
            // The room is still there for the next one.
            wakeOne();
        }
    }

    private boolean hasRoom(long now, int weightBytes) {
        long messages = now >>> BYTES_BITS;
        return messages == 0 || (messages < messagesMax() && (now & BYTES_MASK) + weightBytes <= bytesMax());
    }

    void release(int weightBytes) {
        release(1, weightBytes);
    }

    void release(int count, int weightBytes) {
        taken.addAndGet(-packed(count, weightBytes));
        wakeOne();
    }

    private void wakeOne() {
        if (waiters > 0) {
            synchronized (this) {
                notify();
            }
        }
    }

    /** How full it is, for messages to users. */
    String describe() {
        long now = taken.get();
        return (now >>> BYTES_BITS) + " of " + messagesMax() + " messages and " + (now & BYTES_MASK) + " of "
                + bytesMax() + " bytes are under way";
    }

    private int messagesMax() {
        return config.isEnableBackpressureForAsyncMode() ? config.getBackPressureForAsyncSendNum() : MESSAGES_MAX;
    }

    private long bytesMax() {
        return config.isEnableBackpressureForAsyncMode() ? config.getBackPressureForAsyncSendSize() : BYTES_MAX;
    }
}
