package io.ferrymq.distribution.bench;

import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyContext;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.remoting.exception.RemotingException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Messages that carry when they were sent, and of which run they are.
 *
 * <pre>
 * |run, + 1 when it counts 8|System.nanoTime() when sent 8|zeros …|      0 as time: only a probe
 * </pre>
 */
final class RoundTrips implements Workers.Step {
    static final int BODY_MIN_BYTES = 2 * Long.BYTES;
    private static final long WARM_UP = 0;
    private static final long MEASURED = 1;
    private static final long PAUSE_AFTER_FAILURE_MS = 10;
    private static final long CHECK_INTERVAL_MS = 5;

    private final DefaultMQProducer producer;
    private final String topic;
    private final int size;
    private final Sitting sitting;
    private final long run = ThreadLocalRandom.current().nextLong();
    private final AtomicLong onTheWay = new AtomicLong();
    private volatile boolean probeCame;

    RoundTrips(DefaultMQProducer producer, String topic, int size, Sitting sitting) {
        this.producer = producer;
        this.topic = topic;
        this.size = size;
        this.sitting = sitting;
    }

    /** Sends a message and says whether one has come back, so that the consumer has its queues. */
    boolean probe() throws CommandFailed, InterruptedException {
        try {
            producer.send(message(WARM_UP, 0));
        } catch (MQClientException | RemotingException | MQBrokerException e) {
            throw new CommandFailed("the first message to topic " + topic + " failed: " + e.getMessage(), e);
        }
        return probeCame;
    }

    private Message message(long phase, long sentNanos) {
        return new Message(
                topic,
                ByteBuffer.allocate(size)
                        .putLong(run + phase)
                        .putLong(sentNanos)
                        .array());
    }

    @Override
    public boolean run() throws InterruptedException {
        Phase phase = sitting.now();
        if (phase.take(1) == 0) {
            return false;
        }
        onTheWay.incrementAndGet();
        try {
            producer.send(message(phase == sitting.measured() ? MEASURED : WARM_UP, System.nanoTime()));
        } catch (MQClientException | RemotingException | MQBrokerException | RuntimeException e) {
            onTheWay.decrementAndGet();
            phase.meter().failures().add(e);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_AFTER_FAILURE_MS));
        }
        return true;
    }

    /** The listener. */
    ConsumeConcurrentlyStatus arrived(List<MessageExt> messages, ConsumeConcurrentlyContext context) {
        long nowNanos = System.nanoTime();
        for (MessageExt message : messages) {
            ByteBuffer body = ByteBuffer.wrap(message.getBody());
            long phase = body.remaining() < BODY_MIN_BYTES ? -1 : body.getLong() - run;
            if (phase != WARM_UP && phase != MEASURED) {
                continue;
            }
            long sentNanos = body.getLong();
            if (sentNanos == 0) {
                probeCame = true;
            } else {
                onTheWay.decrementAndGet();
                if (phase == MEASURED) {
                    sitting.measured().meter().done(1, size, nowNanos - sentNanos);
                }
            }
        }
        return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
    }

    /** Waits for what has not come back; that which does not has failed. */
    void finish(long maxMs) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(maxMs);
        while (onTheWay.get() > 0 && System.nanoTime() < deadlineNanos) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(CHECK_INTERVAL_MS));
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        for (long missing = onTheWay.get(); missing > 0; missing--) {
            sitting.measured().meter().failures().add("lost", "did not come back within " + maxMs + " ms");
        }
    }
}
