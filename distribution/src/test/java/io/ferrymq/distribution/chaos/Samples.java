package io.ferrymq.distribution.chaos;

import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The positions of all groups, asked of the broker again and again. */
final class Samples implements AutoCloseable {
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long END_MAX_MS = 10_000;

    private final LocalCluster cluster;
    private final Thread thread = new Thread(this::sample, "chaos-samples");
    private final List<Sample> taken = new CopyOnWriteArrayList<>();
    private volatile boolean ended;

    /** @param nanos when the answer had come: what it says was true before */
    record Sample(long nanos, Map<String, Map<Integer, Long>> positions) {
        /** 0 where the group has none yet. */
        long of(String topic, String group, int queue) {
            return positions.getOrDefault(topic + "@" + group, Map.of()).getOrDefault(queue, 0L);
        }
    }

    Samples(LocalCluster cluster) {
        this.cluster = cluster;
        thread.setDaemon(true);
        thread.start();
    }

    private void sample() {
        while (!ended) {
            taken.add(now());
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
    }

    Sample now() {
        byte[] body = cluster.call(LocalCluster.BROKER, Request.of(RequestCode.GET_ALL_CONSUMER_OFFSET))
                .body();
        return new Sample(
                System.nanoTime(),
                Json.decode(body, ConsumerOffsetSerializeWrapper.class).offsetTable());
    }

    List<Sample> taken() {
        return taken;
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join(END_MAX_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
