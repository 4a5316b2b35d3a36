package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.SendResult;
import io.ferrymq.remoting.Sleeper;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The end of a send for the thread that made this and waits for it. */
final class SyncOutcome extends Sleeper implements SendOutcome {
    private SendResult result;
    private Throwable failure;
    // Written last: what was written before it is seen by whoever reads it as true.
    private volatile boolean ended;

    @Override
    public void ended(SendResult endResult, Throwable endFailure) {
        result = endResult;
        failure = endFailure;
        ended = true;
        wake();
    }

    /** Waits, for the maker's thread only; false when the time was over first. */
    boolean await(long timeoutMs) throws InterruptedException {
        try {
            return parkUntilEnd(timeoutMs);
        } finally {
            stoppedWaiting();
        }
    }

    private boolean parkUntilEnd(long timeoutMs) throws InterruptedException {
        if (ended) {
            return true;
        }
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        do {
            long leftNanos = deadlineNanos - System.nanoTime();
            if (leftNanos <= 0) {
                return false;
            }
            LockSupport.parkNanos(this, leftNanos);
            if (!ended && Thread.interrupted()) {
                throw new InterruptedException();
            }
        } while (!ended);
        return true;
    }

    /** After the end; null when it failed. */
    SendResult result() {
        return result;
    }

    /** After the end; null when it did not fail. */
    Throwable failure() {
        return failure;
    }
}
