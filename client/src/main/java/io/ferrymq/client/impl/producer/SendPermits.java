package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.ProducerConfig;

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

    private final ProducerConfig config;
    private int messages;
    private long bytes;

    SendPermits(ProducerConfig config) {
        this.config = config;
    }

    /** Waits for room; false when there was none in time. */
    synchronized boolean acquire(int weightBytes, long timeoutMs) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + timeoutMs * 1_000_000;
        while (!hasRoom(weightBytes) && !Callbacks.isRunningHere()) {
            long leftMs = (deadlineNanos - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                return false;
            }
            wait(leftMs);
        }
        messages++;
        bytes += weightBytes;
        return true;
    }

    /** Counts what is under way already, room or not: whoever sent it waits for room afterwards. */
    synchronized void take(int count, int weightBytes) {
        messages += count;
        bytes += weightBytes;
    }

    /** Waits until there is room for a next message, for a while; takes none of it. */
    synchronized void awaitRoom(long timeoutMs) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + timeoutMs * 1_000_000;
        boolean waited = false;
        while (!hasRoom(0) && !Callbacks.isRunningHere()) {
            long leftMs = (deadlineNanos - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                return;
            }
            waited = true;
            wait(leftMs);
        }
        if (waited) {
            // The room is still there for the next one.
            notify();
        }
    }

    private boolean hasRoom(int weightBytes) {
        return messages == 0 || (messages < messagesMax() && bytes + weightBytes <= bytesMax());
    }

    void release(int weightBytes) {
        release(1, weightBytes);
    }

    synchronized void release(int count, int weightBytes) {
        messages -= count;
        bytes -= weightBytes;
        notify();
    }

    /** How full it is, for messages to users. */
    synchronized String describe() {
        return messages + " of " + messagesMax() + " messages and " + bytes + " of " + bytesMax()
                + " bytes are under way";
    }

    private int messagesMax() {
        return config.isEnableBackpressureForAsyncMode() ? config.getBackPressureForAsyncSendNum() : MESSAGES_MAX;
    }

    private long bytesMax() {
        return config.isEnableBackpressureForAsyncMode() ? config.getBackPressureForAsyncSendSize() : BYTES_MAX;
    }
}
