package io.ferrymq.distribution.failover;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Threads that send a number of messages, each with a key of its own, and remember how each send ended. */
final class SendLoad {
    private static final int THREADS = 8;
    /** Of one thread, when sends do not wait. */
    private static final int UNDER_WAY_MAX = 25;

    private final Queue<Sent> all = new ConcurrentLinkedQueue<>();
    private final AtomicInteger next = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private final Sending sending;
    private final int count;
    private volatile boolean enough;

    /**
     * The end of one send.
     *
     * @param broker that took the message, or null
     * @param failure null when it was taken
     */
    record Sent(String key, String broker, Throwable failure, long startNanos, long endNanos) {
        long tookNanos() {
            return endNanos - startNanos;
        }
    }

    /** Starts the threads; they end after so many messages altogether. */
    SendLoad(Sending sending, int count) {
        this.sending = sending;
        this.count = count;
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(this::work, "load-" + i));
        }
        threads.forEach(Thread::start);
    }

    private void work() {
        Semaphore underWay = new Semaphore(UNDER_WAY_MAX);
        for (int n = next.getAndIncrement(); n < count && !enough; n = next.getAndIncrement()) {
            underWay.acquireUninterruptibly();
            send("key-" + n).whenComplete((sent, none) -> underWay.release());
        }
        underWay.acquireUninterruptibly(UNDER_WAY_MAX);
    }

    private CompletableFuture<Sent> send(String key) {
        long startNanos = System.nanoTime();
        CompletableFuture<String> end;
        try {
            end = sending.send(key);
        } catch (Exception e) {
            end = CompletableFuture.failedFuture(e);
        }
        return end.handle((broker, failure) -> {
            Sent sent = new Sent(key, broker, failure, startNanos, System.nanoTime());
            all.add(sent);
            return sent;
        });
    }

    int count() {
        return count;
    }

    /** Sends that have ended. */
    int done() {
        return all.size();
    }

    Stream<Sent> sends() {
        return all.stream();
    }

    /** No more sends are begun. */
    void enough() {
        enough = true;
    }

    /** All sends, when the last has ended. */
    List<Sent> join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(TimeUnit.MINUTES.toMillis(2));
        }
        return List.copyOf(all);
    }

    static double medianMs(Stream<Sent> sends) {
        long[] sorted = sends.mapToLong(Sent::tookNanos).sorted().toArray();
        return sorted[sorted.length / 2] / 1e6;
    }
}
