package io.ferrymq.remoting;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that parks until an answer has come. Several that are woken together wake one another: each has up to two others to wake, which it
 * learns of before it is woken itself, and does so when it stops waiting, for whatever reason. Where many are woken
 * it also says that it is back, because what it sends next is to be written together with what the others send.
 */
public abstract class Sleeper {
    private static final AtomicIntegerFieldUpdater<Sleeper> DUTY =
            AtomicIntegerFieldUpdater.newUpdater(Sleeper.class, "duty");
    private static final int NONE = 0;
    private static final int IN_GROUP = 1;
    private static final int GONE = 2;

    private final Thread thread = Thread.currentThread();
    private final boolean isVirtual = VirtualThreads.isVirtual(thread);

    private volatile int duty = NONE;

    // Written before the duty says so.
    private WriteQueue backTo;
    private Sleeper left;
    private Sleeper right;

    /** For the thread that will wait. */
    protected Sleeper() {}

    /**
     * What it waits for has happened, and whoever looks can see that: wakes it, on an event loop together with others. At most once.
     */
    protected final void wake() {
        if (Thread.currentThread() != thread && (isVirtual || !Wakeups.add(this))) {
            unpark();
        }
    }

    /** For the thread that waited, at the end of its waiting, whatever ended that. */
    protected final void stoppedWaiting() {
        if (DUTY.getAndSet(this, GONE) == IN_GROUP) {
            leaveGroup();
        }
    }

    /**
     * Makes it one of those that are woken together; if it does not wait any more it is done with that at once.
     *
     * @param writes where it is expected back, or null
     * @param one whom it has to wake, or null
     * @param other whom it has to wake, too, or null
     */
    final void join(WriteQueue writes, Sleeper one, Sleeper other) {
        backTo = writes;
        left = one;
        right = other;
        if (!DUTY.compareAndSet(this, NONE, IN_GROUP)) {
            leaveGroup();
        }
    }

    private void leaveGroup() {
        if (left != null) {
            left.unpark();
        }
        if (right != null) {
            right.unpark();
        }
        if (backTo != null) {
            backTo.senderBack();
        }
        backTo = null;
        left = null;
        right = null;
    }

    final boolean hasStoppedWaiting() {
        return duty == GONE;
    }

    final void unpark() {
        LockSupport.unpark(thread);
    }
}
