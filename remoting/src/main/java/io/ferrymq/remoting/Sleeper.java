package io.ferrymq.remoting;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that parks until an answer has come. Several that are woken together wake one another: each has up to two others to wake, which it
 * learns of before it is woken itself, and does so when it stops waiting, for whatever reason.
 */
public abstract class Sleeper {
    private static final AtomicIntegerFieldUpdater<Sleeper> DUTY =
            AtomicIntegerFieldUpdater.newUpdater(Sleeper.class, "duty");
    private static final int NONE = 0;
    private static final int OTHERS = 1;
    private static final int GONE = 2;

    private final Thread thread = Thread.currentThread();

    @SuppressWarnings("UnusedVariable") // read by its updater
    private volatile int duty = NONE;

    // Written before the duty says so.
    private Sleeper left;
    private Sleeper right;

    /** For the thread that will wait. */
    protected Sleeper() {}

    /**
     * What it waits for has happened, and whoever looks can see that: wakes it, on an event loop together with others. At most once.
     */
    protected final void wake() {
        if (Thread.currentThread() != thread && !Wakeups.add(this)) {
            unpark();
        }
    }

    /** For the thread that waited, at the end of its waiting, whatever ended that. */
    protected final void stoppedWaiting() {
        if (DUTY.getAndSet(this, GONE) == OTHERS) {
            wakeOthers();
        }
    }

    /** Gives it others to wake; if it does not wait any more they are woken here. */
    final void mustWake(Sleeper one, Sleeper other) {
        left = one;
        right = other;
        if (!DUTY.compareAndSet(this, NONE, OTHERS)) {
            wakeOthers();
        }
    }

    private void wakeOthers() {
        left.unpark();
        if (right != null) {
            right.unpark();
        }
        left = null;
        right = null;
    }

    final void unpark() {
        LockSupport.unpark(thread);
    }
}
