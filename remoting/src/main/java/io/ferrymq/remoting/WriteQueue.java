package io.ferrymq.remoting;

import io.ferrymq.remoting.exception.RemotingSendRequestException;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What other threads want written on a connection, as a chain from the newest to the oldest. Whoever finds the chain empty wakes the event
 * loop, which then takes all that has come together and writes it in order. While many senders come back that were woken together,
 * some of them do so for all: most send again, and what they send leaves together, too. If they are late, the loop looks by itself
 * ({@link LateWakeups}).
 */
final class WriteQueue {
    /** Requests to a peer that takes nothing are refused above this; answers are bounded by the requests that are read. */
    static final long WAITING_MAX_BYTES = 64 << 20;

    /** Of senders that come back each so many do not wait for the rest: peer and senders are to work at the same time. */
    private static final int SENDERS_PER_WAKE = 16;

    /**
     * So much goes to the socket together: its memory is used again for what follows while it is still in the processor's cache. Bytes are
     * taken off the count in the same lots, counted twice for a moment rather than not at all.
     */
    private static final int FLUSHED_TOGETHER_BYTES = 128 << 10;

    private final Channel channel;
    private final Connection connection;
    private final AtomicReference<WriteItem> newest = new AtomicReference<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final AtomicInteger comingBack = new AtomicInteger();
    private final Runnable drain = this::drain;
    // Whether those who come back are late, so that nobody waits for them any more.
    private volatile boolean late;
    // Event loop only.
    private int drains;
    private int drainsAtLook;
    private int comingBackAtLook;

    WriteQueue(Channel channel, Connection connection) {
        this.channel = channel;
        this.connection = connection;
    }

    /** Whether so much waits for the peer that no more requests should be added. Any thread. */
    boolean isFull() {
        long waitingBytes = channel.bytesBeforeWritable();
        // A channel that is closed says that endless bytes wait; what is added then fails by itself.
        return waitingBytes > WAITING_MAX_BYTES - queuedBytes.get()
                && waitingBytes != Long.MAX_VALUE
                && channel.isActive();
    }

    /** Whether so little waits that callers who can wait need not. Any thread. */
    boolean hasRoom() {
        return channel.bytesBeforeWritable() <= WAITING_MAX_BYTES / 2 - queuedBytes.get() || !channel.isActive();
    }

    void add(WriteItem item) {
        queuedBytes.addAndGet(item.sizeBytes());
        WriteItem before;
        do {
            before = newest.get();
            item.older = before;
        } while (!newest.compareAndSet(before, item));
        if (before == null && (comingBack.get() == 0 || late)) {
            wakeLoop();
        }
    }

    /**
     * Event loop: so many threads are woken whose answers came together; each will call {@link #senderBack()} as soon as it runs. To be
     * followed by {@link #writeWhatWaited()} until that is done.
     */
    void sendersComeBack(int count) {
        comingBack.addAndGet(count);
        late = false;
    }

    /**
     * Event loop, at intervals: writes what waits for those who come back if none has in an interval.
     *
     * @return whether some have not come back
     */
    boolean writeWhatWaited() {
        int expected = comingBack.get();
        if (drains == drainsAtLook && expected > 0 && expected == comingBackAtLook) {
            late = true;
            if (newest.get() != null) {
                drain();
            }
        }
        drainsAtLook = drains;
        comingBackAtLook = expected;
        return expected > 0;
    }

    EventLoop loop() {
        return channel.eventLoop();
    }

    /** Any thread; once the last is back nothing waits here without the loop knowing of it. */
    void senderBack() {
        if (comingBack.decrementAndGet() % SENDERS_PER_WAKE == 0 && newest.get() != null) {
            wakeLoop();
        }
    }

    private void wakeLoop() {
        try {
            channel.eventLoop().execute(drain);
        } catch (RejectedExecutionException e) {
            abandon(e);
        }
    }

    private void drain() {
        drains++;
        long nowNanos = System.nanoTime();
        int doneBytes = 0;
        for (WriteItem item = takeAll(); item != null; ) {
            WriteItem next = item.older;
            item.older = null;
            doneBytes += item.sizeBytes();
            item.write(connection, nowNanos);
            if (doneBytes >= FLUSHED_TOGETHER_BYTES) {
                connection.flush();
                queuedBytes.addAndGet(-doneBytes);
                doneBytes = 0;
            }
            item = next;
        }
        connection.flush();
        queuedBytes.addAndGet(-doneBytes);
    }

    /** Empties the queue: the oldest item, linked to those that came after it. Their bytes are counted here until the channel counts them. */
    private WriteItem takeAll() {
        WriteItem newer = null;
        int bytes = 0;
        for (WriteItem item = newest.getAndSet(null); item != null; ) {
            WriteItem older = item.older;
            item.older = newer;
            bytes += item.sizeBytes();
            newer = item;
            item = older;
        }
        connection.expect(bytes);
        return newer;
    }

    /** The event loop has ended with its process's servers and clients. */
    private void abandon(RejectedExecutionException cause) {
        RemotingSendRequestException reason = new RemotingSendRequestException(
                "request to " + channel.remoteAddress() + " could not be written: " + cause.getMessage(), cause);
        for (WriteItem item = takeAll(); item != null; item = item.older) {
            queuedBytes.addAndGet(-item.sizeBytes());
            item.lost(reason);
        }
    }
}
