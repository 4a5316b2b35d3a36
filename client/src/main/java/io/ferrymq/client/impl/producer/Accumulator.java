package io.ferrymq.client.impl.producer;

import io.ferrymq.client.Validators;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.ProducerConfig;
import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageBatch;
import io.ferrymq.common.message.MessageClientIDSetter;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Automatic batches of one producer (RocketMQ client facts, section auto-batch): each message is encoded once, straight into the batch it will
 * be sent with, on the thread of its sender.
 */
final class Accumulator {
    private final SendCore core;
    private final ProducerConfig config;
    private final MessagePreparer preparer;
    private final BatchLimits limits;
    private final BatchSending sending;
    private final SendPermits permits;
    private final Map<BatchKey, BatchStream> streams = new ConcurrentHashMap<>();
    private volatile boolean closed;

    Accumulator(SendCore core, ProducerConfig config, MessagePreparer preparer, SendPermits permits) {
        this.core = core;
        this.config = config;
        this.preparer = preparer;
        this.permits = permits;
        limits = new BatchLimits(config, core.hooks());
        sending = new BatchSending(core, config, preparer, permits);
    }

    /**
     * Takes a message into a batch. If that leaves too much under way, waits for a while.
     *
     * @param queue with the namespace in its topic; null for any
     * @param callback told how this message fared
     * @return false when the message must be sent on its own
     * @throws MQClientException when it may not be sent at all
     */
    boolean add(Message message, MessageQueue queue, SendCallback callback) throws MQClientException {
        if (!mayJoin(message)) {
            return false;
        }
        Validators.checkContent(message, config.getMaxMessageSize());
        byte[] compressed = preparer.compressedIfLarge(message.getBody());
        int sysFlag = compressed == null ? 0 : preparer.compressedFlag();
        BatchKey key = new BatchKey(message.getTopic(), queue, message.isWaitStoreMsgOK(), message.getTags(), sysFlag);
        preparer.mark(message);
        byte[] body = compressed == null ? message.getBody() : compressed;
        while (!closed) {
            BatchStream stream = stream(key);
            switch (add(stream, message, body, callback)) {
                case WAITING -> {
                    return true;
                }
                case FILLED -> {
                    stream.drain();
                    if (!(callback instanceof BatchedWait)) {
                        awaitRoom();
                    }
                    return true;
                }
                case RETIRED -> streams.remove(key, stream);
            }
        }
        return false;
    }

    private static BatchStream.Added add(BatchStream stream, Message message, byte[] body, SendCallback callback)
            throws MQClientException {
        try {
            return stream.add(message, body, MessageClientIDSetter.getUniqID(message), callback);
        } catch (IllegalArgumentException e) {
            throw new MQClientException(ResponseCode.MESSAGE_ILLEGAL, e.getMessage(), e);
        }
    }

    private boolean mayJoin(Message message) {
        return message != null
                && message.getBody() != null
                && message.getTopic() != null
                && message.getBody().length < limits.maxBytes()
                && core.waitingBatchBytes().get() < limits.totalMaxBytes()
                && !(message instanceof MessageBatch)
                && isPlain(message);
    }

    // What means something to the broker besides being stored travels in the header of a single message.
    private static boolean isPlain(Message message) {
        return !message.hasProperty(MessageConst.PROPERTY_PRODUCER_GROUP)
                && !message.hasProperty(MessageConst.PROPERTY_TRANSACTION_PREPARED)
                && !message.hasProperty(MessageConst.PROPERTY_MESSAGE_TYPE)
                && !message.hasProperty(MessageConst.PROPERTY_DELAY_TIME_LEVEL)
                && !message.hasProperty(MessageConst.PROPERTY_TIMER_DELAY_SEC)
                && !message.hasProperty(MessageConst.PROPERTY_TIMER_DELAY_MS)
                && !message.hasProperty(MessageConst.PROPERTY_TIMER_DELIVER_MS)
                && !MixAll.isRetryTopic(message.getTopic());
    }

    private BatchStream stream(BatchKey key) throws MQClientException {
        BatchStream known = streams.get(key);
        if (known != null) {
            return known;
        }
        Validators.checkTopic(key.topic());
        Validators.isNotAllowedSendTopic(key.topic());
        BatchStream made = new BatchStream(limits, core.waitingBatchBytes());
        made.sendWith(batch -> sending.send(key, batch, () -> ended(made)));
        BatchStream other = streams.putIfAbsent(key, made);
        if (other != null) {
            return other;
        }
        if (closed) {
            made.retire();
        } else {
            watch(key, made, limits.maxDelayMs() * 1_000_000L);
        }
        return made;
    }

    private void ended(BatchStream stream) {
        if (stream.ended()) {
            core.later(stream::drain, 0);
        }
    }

    private void watch(BatchKey key, BatchStream stream, long delayNanos) {
        try {
            core.schedule(() -> tick(key, stream), delayNanos);
        } catch (RejectedExecutionException ended) {
            stream.retire();
        }
    }

    private void tick(BatchKey key, BatchStream stream) {
        long nextNanos = stream.tick(System.nanoTime());
        if (nextNanos < 0) {
            streams.remove(key, stream);
            return;
        }
        if (nextNanos == 0) {
            core.later(stream::drain, 0);
            nextNanos = TimeUnit.MILLISECONDS.toNanos(limits.maxDelayMs());
        }
        watch(key, stream, nextNanos);
    }

    // The message is on its way whatever happens here: an interrupt is the caller's to see.
    private void awaitRoom() {
        try {
            permits.awaitRoom(config.getSendMsgTimeout());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends what is gathered; from now on every message goes on its own. */
    void close() {
        closed = true;
        streams.values().forEach(BatchStream::retire);
        streams.clear();
    }
}
