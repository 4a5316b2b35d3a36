package io.ferrymq.client.impl.trace;

import io.ferrymq.client.trace.TraceContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One thread that gathers traces and hands them on: when there are enough, when the oldest has waited long enough, or when told to. */
public final class TraceLoop {
    private static final Logger LOG = LoggerFactory.getLogger(TraceLoop.class);
    private static final int WAITING_MAX = 2_048;
    private static final long COMPLAIN_INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final BlockingQueue<Object> queue = new ArrayBlockingQueue<>(WAITING_MAX);
    private final AtomicLong lost = new AtomicLong();
    private final String name;
    private final int batchMax;
    private final long waitMaxMs;
    private final Function<List<TraceContext>, CompletableFuture<?>> sink;
    private final List<TraceContext> batch = new ArrayList<>();
    private CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);
    private long oldestNanos;
    private long complainedLost;
    private long complainedNanos;

    /** Ends a batch at once; done when all up to it is sent. */
    private record Flush(CompletableFuture<Void> done, boolean last) {}

    /**
     * @param batchMax traces handed on at once
     * @param waitMaxMs for a trace until it is handed on
     * @param sink takes a batch; its future is done when the batch is sent or lost
     */
    public TraceLoop(
            String name, int batchMax, long waitMaxMs, Function<List<TraceContext>, CompletableFuture<?>> sink) {
        this.name = name;
        this.batchMax = batchMax;
        this.waitMaxMs = waitMaxMs;
        this.sink = sink;
    }

    public void start() {
        Thread thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** False when there is no room. */
    public boolean append(TraceContext context) {
        boolean taken = queue.offer(context);
        if (!taken) {
            lost.incrementAndGet();
        }
        return taken;
    }

    /** Hands on all that has been appended; done when it is sent or lost. */
    public CompletableFuture<Void> flush() {
        return put(new Flush(new CompletableFuture<>(), false));
    }

    /** The same, and then the thread ends. */
    public CompletableFuture<Void> end() {
        return put(new Flush(new CompletableFuture<>(), true));
    }

    private CompletableFuture<Void> put(Flush flush) {
        try {
            if (!queue.offer(flush, waitMaxMs, TimeUnit.MILLISECONDS)) {
                flush.done()
                        .completeExceptionally(new IllegalStateException(name + ": " + WAITING_MAX
                                + " traces wait and none could be sent for " + waitMaxMs + " ms"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            flush.done().completeExceptionally(e);
        }
        return flush.done();
    }

    private void run() {
        try {
            while (step(next())) {
                complain();
            }
        } catch (InterruptedException e) {
            LOG.warn("{} was interrupted, {} traces are lost", name, batch.size() + queue.size());
        }
    }

    /** Null when the oldest trace has waited long enough. */
    private Object next() throws InterruptedException {
        if (batch.isEmpty()) {
            return queue.take();
        }
        long leftNanos = TimeUnit.MILLISECONDS.toNanos(waitMaxMs) - (System.nanoTime() - oldestNanos);
        return queue.poll(Math.max(0, leftNanos), TimeUnit.NANOSECONDS);
    }

    /** False at the end. */
    private boolean step(Object next) {
        if (next instanceof TraceContext context) {
            if (batch.isEmpty()) {
                oldestNanos = System.nanoTime();
            }
            batch.add(context);
            if (batch.size() >= batchMax) {
                handOn();
            }
            return true;
        }
        handOn();
        if (next instanceof Flush flush) {
            underWay.whenComplete((result, failure) -> flush.done().complete(null));
            return !flush.last();
        }
        return true;
    }

    private void handOn() {
        if (batch.isEmpty()) {
            return;
        }
        List<TraceContext> full = List.copyOf(batch);
        batch.clear();
        try {
            CompletableFuture<?> sent = sink.apply(full);
            underWay = underWay.isDone() ? sent : CompletableFuture.allOf(underWay, sent);
        } catch (RuntimeException e) {
            LOG.warn("{}: {} traces could not be written", name, full.size(), e);
        }
    }

    private void complain() {
        long now = System.nanoTime();
        long lostNow = lost.get();
        if (lostNow > complainedLost && (complainedLost == 0 || now - complainedNanos > COMPLAIN_INTERVAL_NANOS)) {
            LOG.warn("{}: {} traces lost so far: they come faster than they can be sent", name, lostNow);
            complainedLost = lostNow;
            complainedNanos = now;
        }
    }
}
