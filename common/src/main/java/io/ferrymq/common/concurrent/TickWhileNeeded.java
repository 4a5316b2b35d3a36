package io.ferrymq.common.concurrent;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A step that is repeated at intervals as long as there is work for it. While there is none, nothing wakes the thread. */
public final class TickWhileNeeded {
    private static final Logger LOG = LoggerFactory.getLogger(TickWhileNeeded.class);

    private final ScheduledExecutorService executor;
    private final long intervalMs;
    private final BooleanSupplier step;
    private final AtomicBoolean armed = new AtomicBoolean();

    /**
     * Prepares the step; nothing runs before {@link #need}.
     *
     * @param executor runs the step
     * @param intervalMs from a call of {@link #need} to the step, and from one step to the next, at least 1
     * @param step returns whether it is needed again; one that throws is told in the log, and repeated
     */
    public TickWhileNeeded(ScheduledExecutorService executor, long intervalMs, BooleanSupplier step) {
        this.executor = executor;
        this.intervalMs = intervalMs;
        this.step = step;
    }

    /** Says that there is work for the step, after the work can be seen by it. From any thread; cheap while the next step is on its way. */
    public void need() {
        if (!armed.get() && armed.compareAndSet(false, true)) {
            try {
                executor.schedule(this::run, intervalMs, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                LOG.debug("no more ticks: {}", e.toString());
            }
        }
    }

    private void run() {
        // Before the step looks: work that comes after its look arms anew.
        armed.set(false);
        boolean again = true;
        try {
            again = step.getAsBoolean();
        } catch (RuntimeException e) {
            LOG.error("a timed step failed", e);
        }
        if (again) {
            need();
        }
    }
}
