package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.common.message.Message;
import java.util.ArrayList;
import java.util.List;

/** Messages that are sent as one, with what is needed to tell each sender its own result. Guarded by the lock of its stream until it is sent. */
final class GatheredBatch {
    private final long dueNanos;
    private final List<String> uniqueIds = new ArrayList<>();
    private final List<SendCallback> callbacks = new ArrayList<>();
    /** Kept for hooks only; null when there are none. */
    private final List<Message> messages;

    private BatchBuffer buffer;
    private boolean waitedFor;
    private boolean calledBack;

    /** @param dueNanos when it is sent at the latest, by {@link System#nanoTime()} */
    GatheredBatch(long dueNanos, int capacity, boolean keepsMessages) {
        this.dueNanos = dueNanos;
        this.buffer = new BatchBuffer(capacity);
        this.messages = keepsMessages ? new ArrayList<>() : null;
    }

    /** @throws IllegalArgumentException when the properties cannot be sent; nothing was added */
    void add(Message message, byte[] body, String uniqueId, SendCallback callback) {
        buffer.append(message.getFlag(), body, message.getProperties());
        put(message, uniqueId, callback);
    }

    private void put(Message message, String uniqueId, SendCallback callback) {
        uniqueIds.add(uniqueId);
        callbacks.add(callback);
        if (messages != null) {
            messages.add(message);
        }
        if (callback instanceof BatchedWait) {
            waitedFor = true;
        } else {
            calledBack = true;
        }
    }

    /** Takes the last message, which made it too large, over to a new batch. */
    void moveLastTo(GatheredBatch next) {
        int last = callbacks.size() - 1;
        buffer.moveLastTo(next.buffer);
        next.put(messages == null ? null : messages.remove(last), uniqueIds.remove(last), callbacks.remove(last));
    }

    int count() {
        return callbacks.size();
    }

    int sizeBytes() {
        return buffer.size();
    }

    long dueNanos() {
        return dueNanos;
    }

    /** Whether a thread stands still until this is sent. */
    boolean isWaitedFor() {
        return waitedFor;
    }

    /** Whether any of its senders has a callback of the application's. */
    boolean isCalledBack() {
        return calledBack;
    }

    /** Once: the buffer is given up. */
    byte[] takeBody() {
        byte[] body = buffer.toBody();
        buffer = null;
        return body;
    }

    String uniqueId(int index) {
        return uniqueIds.get(index);
    }

    SendCallback callback(int index) {
        return callbacks.get(index);
    }

    /** The messages for hooks, or null. */
    List<Message> messages() {
        return messages;
    }
}
