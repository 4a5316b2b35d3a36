package io.ferrymq.distribution.chaos;

import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The positions of all groups, asked of the broker again and again. */
final class Samples implements AutoCloseable {
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long END_MAX_MS = 10_000;

    private final Servers servers;
    private final Thread thread = new Thread(this::sample, "chaos-samples");
    private final List<Sample> taken = new CopyOnWriteArrayList<>();
    private volatile boolean ended;

    /** @param nanos when the answer had come: what it says was true before */
    record Sample(long nanos, Map<String, Map<Integer, Long>> positions) {
        /** 0 where the group has none yet. */
        long of(String topic, String group, int queue) {
            return Outage.of(positions, topic, group, queue);
        }
    }

    Samples(Servers servers) {
        this.servers = servers;
        thread.setDaemon(true);
        thread.start();
    }

    private void sample() {
        while (!ended) {
            now().ifPresent(taken::add);
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
    }

    /** Nothing while the broker is down. */
    Optional<Sample> now() {
        return servers.ask(Request.of(RequestCode.GET_ALL_CONSUMER_OFFSET))
                .map(reply -> new Sample(
                        System.nanoTime(),
                        Json.decode(reply.body(), ConsumerOffsetSerializeWrapper.class)
                                .offsetTable()));
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
