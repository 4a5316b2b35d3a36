package io.ferrymq.distribution.chaos;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Messages to the queues of a topic in turn, at an even rate. The last tenth waits for the end of the script, so that messages flow at each of its
 * steps, however slow the machine is.
 */
final class Flow {
    /** As a count: until they are told to end. */
    static final int ENDLESS = 0;

    private static final int BATCH = 25;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long AGAIN_MAX_NANOS = 200 * NANOS_PER_SECOND;
    private static final long AGAIN_PAUSE_NANOS = NANOS_PER_SECOND / 20;

    private final DefaultMQProducer producer;
    private final List<MessageQueue> queues;
    private final int count;
    private final int perSecond;
    private final CountDownLatch finishing = new CountDownLatch(1);
    private final CompletableFuture<Void> sent = new CompletableFuture<>();
    private final Set<String> answered = new HashSet<>();
    private int answeredCount;
    private final AtomicInteger failures = new AtomicInteger();
    private volatile boolean ebbing;
    private volatile int sentCount;

    Flow(DefaultMQProducer producer, List<MessageQueue> queues, int count, int perSecond) {
        this.producer = producer;
        this.queues = queues;
        this.count = count;
        this.perSecond = perSecond;
    }

    void start() {
        Thread thread = new Thread(
                () -> {
                    try {
                        send();
                        sent.complete(null);
                    } catch (Exception e) {
                        sent.completeExceptionally(e);
                    }
                },
                "chaos-flow");
        thread.setDaemon(true);
        thread.start();
    }

    private void send() throws Exception {
        long startNanos = System.nanoTime();
        for (int i = 0; count == ENDLESS ? !isFinishing() : i < count; i += BATCH) {
            if (count != ENDLESS && i >= count / 10 * 9) {
                ebbing = true;
                finishing.await();
            }
            long aheadNanos = startNanos + i * NANOS_PER_SECOND / perSecond - System.nanoTime();
            if (aheadNanos > 0) {
                LockSupport.parkNanos(aheadNanos);
            }
            MessageQueue queue = queues.get(i / BATCH % queues.size());
            List<Message> batch = new ArrayList<>();
            for (int n = 0; n < BATCH; n++) {
                batch.add(new Message(queue.getTopic(), new byte[100]));
            }
            send(batch, queue);
            sentCount = i + BATCH;
        }
    }

    /** Again and again: while the broker is down there is nobody to answer. What was not answered may be stored all the same. */
    private void send(List<Message> batch, MessageQueue queue) throws Exception {
        long deadlineNanos = System.nanoTime() + AGAIN_MAX_NANOS;
        while (true) {
            try {
                SendResult result = producer.send(batch, queue);
                for (int i = 0; i < BATCH; i++) {
                    answered.add(queue.getQueueId() + " " + (result.getQueueOffset() + i));
                }
                answeredCount += BATCH;
                return;
            } catch (RemotingException | MQBrokerException e) {
                if (System.nanoTime() > deadlineNanos) {
                    throw e;
                }
                failures.incrementAndGet();
                LockSupport.parkNanos(AGAIN_PAUSE_NANOS);
            }
        }
    }

    /** Sends that were not answered. */
    int failures() {
        return failures.get();
    }

    /** Places that were answered, as queue and offset. After the end. */
    Set<String> answered() {
        return answered;
    }

    /** With places that were answered twice. */
    int answeredCount() {
        return answeredCount;
    }

    private boolean isFinishing() {
        return finishing.getCount() == 0;
    }

    int sentCount() {
        return sentCount;
    }

    /** Whether the last tenth is left, or less. */
    boolean isEbbing() {
        return ebbing || sent.isDone();
    }

    /** Sends the rest; throws what went wrong. */
    void finish() {
        finishing.countDown();
        sent.join();
    }
}
