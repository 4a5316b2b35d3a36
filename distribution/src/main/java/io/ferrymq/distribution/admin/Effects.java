package io.ferrymq.distribution.admin;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Success is reported only once it can be seen. */
public final class Effects {
    private static final long WAIT_MAX_MS = 10_000;
    private static final long ASK_INTERVAL_MS = 50;

    private Effects() {}

    /** Something that comes to be true. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws CommandFailed, InterruptedException;
    }

    /**
     * Asks until the condition holds.
     *
     * @param what continues the sentence "waited in vain for"
     * @throws CommandFailed when it does not hold within 10 s
     */
    public static void await(String what, Condition condition) throws CommandFailed, InterruptedException {
        if (!within(WAIT_MAX_MS, condition)) {
            throw new CommandFailed("waited in vain for " + what + " (" + WAIT_MAX_MS + " ms)");
        }
    }

    /** Asks until the condition holds; false when it does not within so many milliseconds. */
    public static boolean within(long waitMaxMs, Condition condition) throws CommandFailed, InterruptedException {
        long startNanos = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - startNanos > TimeUnit.MILLISECONDS.toNanos(waitMaxMs)) {
                return false;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ASK_INTERVAL_MS));
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return true;
    }
}
