package io.ferrymq.remoting;

import io.ferrymq.remoting.exception.RemotingSendRequestException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.util.ReferenceCountUtil;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What other threads want written on a connection. Whoever finds the queue asleep wakes the event loop, which then writes all that has
 * come together and flushes once.
 */
final class WriteQueue {
    /** Requests to a peer that takes nothing are refused above this; answers are bounded by the requests that are read. */
    static final long WAITING_MAX_BYTES = 64 << 20;

    private final Channel channel;
    private final PendingCalls calls;
    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean awake = new AtomicBoolean();
    private final AtomicLong queuedBytes = new AtomicLong();

    /**
     * @param body written behind the frame, or null
     * @param call waits for the answer to this frame, or null
     */
    private record Entry(ByteBuf frame, ByteBuf body, PendingCall call) {
        long bytes() {
            return frame.readableBytes() + (body == null ? 0L : body.readableBytes());
        }

        void release() {
            frame.release();
            ReferenceCountUtil.release(body);
        }
    }

    WriteQueue(Channel channel, PendingCalls calls) {
        this.channel = channel;
        this.calls = calls;
    }

    /** Whether so much waits for the peer that no more requests should be added. Any thread. */
    boolean isFull() {
        // A channel that is closed says that endless bytes wait; what is added then fails by itself.
        return channel.bytesBeforeWritable() > WAITING_MAX_BYTES - queuedBytes.get() && channel.isActive();
    }

    void add(ByteBuf frame, ByteBuf body, PendingCall call) {
        Entry entry = new Entry(frame, body, call);
        queuedBytes.addAndGet(entry.bytes());
        entries.add(entry);
        if (awake.compareAndSet(false, true)) {
            try {
                channel.eventLoop().execute(this::drain);
            } catch (RejectedExecutionException e) {
                abandon(e);
            }
        }
    }

    private void drain() {
        // Asleep before the queue is emptied: an entry added from here on wakes the loop again.
        awake.set(false);
        for (Entry entry = entries.poll(); entry != null; entry = entries.poll()) {
            queuedBytes.addAndGet(-entry.bytes());
            write(entry);
        }
        channel.flush();
    }

    private void write(Entry entry) {
        PendingCall call = entry.call();
        if (call == null) {
            channel.write(entry.frame(), channel.voidPromise());
        } else if (calls.add(call)) {
            channel.write(entry.frame()).addListener(written -> {
                if (!written.isSuccess()) {
                    calls.fail(call, failure(written.cause()));
                }
            });
        } else {
            entry.release();
            return;
        }
        if (entry.body() != null) {
            channel.write(entry.body(), channel.voidPromise());
        }
    }

    private RemotingSendRequestException failure(Throwable cause) {
        return new RemotingSendRequestException(
                "request to " + channel.remoteAddress() + " could not be written: " + cause.getMessage(), cause);
    }

    /** The event loop has ended with its process's servers and clients. */
    private void abandon(RejectedExecutionException cause) {
        awake.set(false);
        for (Entry entry = entries.poll(); entry != null; entry = entries.poll()) {
            queuedBytes.addAndGet(-entry.bytes());
            entry.release();
            if (entry.call() != null) {
                entry.call().fail(failure(cause));
            }
        }
    }
}
