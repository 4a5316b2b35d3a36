package io.ferrymq.remoting;

import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingSendRequestException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * What other threads want written on a connection. Whoever finds the queue asleep wakes the event loop, which then writes all that has
 * come together and flushes once.
 */
final class WriteQueue {
    private final Channel channel;
    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean awake = new AtomicBoolean();

    /**
     * @param body written behind the frame, or null
     * @param before run on the event loop before the frame is written, or null
     * @param failed told when the frame could not be written, or null
     */
    private record Entry(ByteBuf frame, ByteBuf body, Runnable before, Consumer<RemotingException> failed) {}

    WriteQueue(Channel channel) {
        this.channel = channel;
    }

    void add(ByteBuf frame, ByteBuf body) {
        add(new Entry(frame, body, null, null));
    }

    void add(ByteBuf frame, Runnable before, Consumer<RemotingException> failed) {
        add(new Entry(frame, null, before, failed));
    }

    private void add(Entry entry) {
        entries.add(entry);
        if (awake.compareAndSet(false, true)) {
            channel.eventLoop().execute(this::drain);
        }
    }

    private void drain() {
        // Asleep before the queue is emptied: an entry added from here on wakes the loop again.
        awake.set(false);
        for (Entry entry = entries.poll(); entry != null; entry = entries.poll()) {
            write(entry);
        }
        channel.flush();
    }

    private void write(Entry entry) {
        if (entry.before() != null) {
            entry.before().run();
        }
        if (entry.failed() == null) {
            channel.write(entry.frame(), channel.voidPromise());
        } else {
            channel.write(entry.frame()).addListener(written -> {
                if (!written.isSuccess()) {
                    entry.failed()
                            .accept(new RemotingSendRequestException(
                                    "request to " + channel.remoteAddress() + " could not be written",
                                    written.cause()));
                }
            });
        }
        if (entry.body() != null) {
            channel.write(entry.body(), channel.voidPromise());
        }
    }
}
