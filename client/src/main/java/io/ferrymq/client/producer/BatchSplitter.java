package io.ferrymq.client.producer;

import io.ferrymq.client.impl.producer.UnitSize;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageClientIDSetter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * Cuts any number of messages into batches that a broker takes, in their order and one at a time, so that the messages need not be in memory
 * all at once:
 *
 * <pre>{@code
 * for (List<Message> batch : BatchSplitter.of(messages)) {
 *     producer.send(batch);
 * }
 * }</pre>
 *
 * <p>A new batch begins where the next message would make it too large, and where topic or {@code waitStoreMsgOK} change. Sizes are bytes as
 * they are sent and stored, whatever the characters. Each message gets its unique id here.
 */
public final class BatchSplitter implements Iterable<List<Message>> {
    /** Larger batches bring nothing more: 1 MiB. */
    public static final long DEFAULT_MAX_BYTES = 1024 * 1024;

    private final Iterable<? extends Message> messages;
    private final long maxBytes;

    private BatchSplitter(Iterable<? extends Message> messages, long maxBytes) {
        this.messages = Objects.requireNonNull(messages, "messages");
        this.maxBytes = checked(maxBytes);
    }

    private static long checked(long maxBytes) {
        if (maxBytes <= 0) {
            throw new IllegalArgumentException("maxBytes is " + maxBytes + ", it must be at least 1");
        }
        return maxBytes;
    }

    /** Batches of at most {@link #DEFAULT_MAX_BYTES}. */
    public static BatchSplitter of(Iterable<? extends Message> messages) {
        return of(messages, DEFAULT_MAX_BYTES);
    }

    /**
     * @param maxBytes of a batch as a broker counts it; not above {@code maxMessageSize} of producer and broker
     * @throws IllegalArgumentException when maxBytes is not positive
     */
    public static BatchSplitter of(Iterable<? extends Message> messages, long maxBytes) {
        return new BatchSplitter(messages, maxBytes);
    }

    /** The same for a source that is read once; see {@link #iterator()}. */
    public static Iterator<List<Message>> split(Iterator<? extends Message> messages, long maxBytes) {
        return new Batches(Objects.requireNonNull(messages, "messages"), checked(maxBytes));
    }

    /**
     * The batches. {@code next()} throws an IllegalArgumentException for a message that alone is larger than a batch may be, after the batches
     * before it; it may be called again for those behind it.
     */
    @Override
    public Iterator<List<Message>> iterator() {
        return new Batches(messages.iterator(), maxBytes);
    }

    private static final class Batches implements Iterator<List<Message>> {
        private final Iterator<? extends Message> messages;
        private final long maxBytes;
        private Message ahead;
        private long index;

        Batches(Iterator<? extends Message> messages, long maxBytes) {
            this.messages = messages;
            this.maxBytes = maxBytes;
        }

        @Override
        public boolean hasNext() {
            return ahead != null || messages.hasNext();
        }

        @Override
        public List<Message> next() {
            if (!hasNext()) {
                throw new NoSuchElementException("all messages are in the batches before");
            }
            List<Message> batch = new ArrayList<>();
            long bytes = 0;
            while (look()) {
                long size = UnitSize.storedBytes(ahead);
                if (!batch.isEmpty() && (bytes + size > maxBytes || !isLike(batch.get(0), ahead))) {
                    return batch;
                }
                Message message = take();
                if (size > maxBytes) {
                    throw tooLarge(message, size);
                }
                batch.add(message);
                bytes += size;
            }
            return batch;
        }

        private boolean look() {
            if (ahead == null && messages.hasNext()) {
                Message next = messages.next();
                if (next == null || next.getBody() == null || next.getTopic() == null) {
                    throw new IllegalArgumentException("message " + index++ + " is null, or has no topic or body");
                }
                // Before its size is taken: the id is part of it.
                MessageClientIDSetter.setUniqID(next);
                ahead = next;
            }
            return ahead != null;
        }

        private Message take() {
            Message taken = ahead;
            ahead = null;
            index++;
            return taken;
        }

        private static boolean isLike(Message first, Message other) {
            return first.getTopic().equals(other.getTopic()) && first.isWaitStoreMsgOK() == other.isWaitStoreMsgOK();
        }

        private IllegalArgumentException tooLarge(Message message, long size) {
            return new IllegalArgumentException("message " + (index - 1) + " of topic " + message.getTopic()
                    + " with keys '" + message.getKeys() + "' needs " + size + " bytes in a batch, its body has "
                    + message.getBody().length + "; the limit of a batch is " + maxBytes
                    + " (maxBytes of the splitter): send it on its own");
        }
    }
}
