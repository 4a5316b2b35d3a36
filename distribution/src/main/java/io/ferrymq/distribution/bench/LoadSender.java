package io.ferrymq.distribution.bench;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.common.message.Message;
import io.ferrymq.remoting.exception.RemotingException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sends messages of one size in one mode and tells the meter; for any number of threads. */
final class LoadSender implements Workers.Step {
    private static final long PAUSE_AFTER_FAILURE_MS = 10;

    private final DefaultMQProducer producer;
    private final Shape shape;
    private final Sitting sitting;
    private final Semaphore room;

    /**
     * What is sent.
     *
     * @param inFlightMax sends without an answer, in the asynchronous modes
     * @param perBatch messages of one send in mode BATCH
     */
    record Shape(String topic, SendMode mode, byte[] body, int inFlightMax, int perBatch) {
        int perSend() {
            return mode == SendMode.BATCH ? perBatch : 1;
        }
    }

    LoadSender(DefaultMQProducer producer, Shape shape, Sitting sitting) {
        this.producer = producer;
        this.shape = shape;
        this.sitting = sitting;
        this.room = new Semaphore(shape.inFlightMax());
    }

    @Override
    public boolean run() throws InterruptedException {
        Phase phase = sitting.now();
        int count = phase.take(shape.perSend());
        if (count == 0) {
            return false;
        }
        long startNanos = System.nanoTime();
        try {
            switch (shape.mode()) {
                case SYNC -> stored(producer.send(message()), 1, startNanos, phase);
                case BATCH -> stored(producer.send(batch(count)), count, startNanos, phase);
                case ONEWAY -> {
                    producer.sendOneway(message());
                    done(1, startNanos, phase);
                }
                case ASYNC, AUTOBATCH -> sendAsync(startNanos, phase);
            }
        } catch (MQClientException | RemotingException | MQBrokerException | RuntimeException e) {
            phase.meter().failures().add(e);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_AFTER_FAILURE_MS));
        }
        return true;
    }

    private Message message() {
        return new Message(shape.topic(), shape.body());
    }

    private List<Message> batch(int count) {
        List<Message> batch = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            batch.add(message());
        }
        return batch;
    }

    private void sendAsync(long startNanos, Phase phase)
            throws InterruptedException, MQClientException, RemotingException {
        room.acquire();
        boolean handedOver = false;
        try {
            producer.send(message(), new SendCallback() {
                @Override
                public void onSuccess(SendResult result) {
                    stored(result, 1, startNanos, phase);
                    room.release();
                }

                @Override
                public void onException(Throwable e) {
                    phase.meter().failures().add(e);
                    room.release();
                }
            });
            handedOver = true;
        } finally {
            if (!handedOver) {
                room.release();
            }
        }
    }

    private void stored(SendResult result, int count, long startNanos, Phase phase) {
        if (result.getSendStatus() == SendStatus.SEND_OK) {
            done(count, startNanos, phase);
        } else {
            phase.meter()
                    .failures()
                    .add(result.getSendStatus().name(), "stored, but less safely than the broker should");
        }
    }

    private void done(int count, long startNanos, Phase phase) {
        phase.meter().done(count, (long) count * shape.body().length, System.nanoTime() - startNanos);
    }

    /** Waits for the answers that are still to come; those that do not come have failed. */
    void finish(long maxMs) throws InterruptedException {
        if (!room.tryAcquire(shape.inFlightMax(), maxMs, TimeUnit.MILLISECONDS)) {
            int missing = shape.inFlightMax() - room.availablePermits();
            for (int i = 0; i < missing; i++) {
                sitting.measured().meter().failures().add("no callback", "within " + maxMs + " ms after the last send");
            }
        }
    }
}
