package io.ferrymq.remoting;

import io.netty.util.concurrent.FastThreadLocal;
import java.util.Arrays;

/**
 * The sleepers whose answers came with the bytes that an event loop is looking at. They are woken when it has seen all of them, and not one by
 * one by the event loop, from which each would take the processor: it wakes the first, which wakes two others, and so on.
 */
final class Wakeups {
    private static final int INITIAL = 64;
    /** So deep is the tree at most that no answer waits for more than a few threads to get a processor. */
    private static final int TOGETHER_MAX = 255;

    private static final FastThreadLocal<Wakeups> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected Wakeups initialValue() {
            return new Wakeups();
        }
    };

    // Of one thread, which alone touches it.
    private Sleeper[] sleepers = new Sleeper[INITIAL];
    private int count;
    private boolean gathering;

    private Wakeups() {}

    /** Of the event loop that asks. */
    static Wakeups ofThisThread() {
        return OF_THREAD.get();
    }

    /** Takes a sleeper in; false when this thread gathers none. */
    static boolean add(Sleeper sleeper) {
        return OF_THREAD.isSet() && OF_THREAD.get().gathered(sleeper);
    }

    private boolean gathered(Sleeper sleeper) {
        if (!gathering) {
            return false;
        }
        if (count == TOGETHER_MAX) {
            wakeAll();
        } else if (count == sleepers.length) {
            sleepers = Arrays.copyOf(sleepers, 2 * count);
        }
        sleepers[count++] = sleeper;
        return true;
    }

    void gather() {
        gathering = true;
    }

    void end() {
        gathering = false;
        wakeAll();
    }

    private void wakeAll() {
        int all = count;
        if (all == 0) {
            return;
        }
        count = 0;
        // From the last to the first: whoever is woken has its own by then.
        for (int i = (all - 2) / 2; i >= 0 && all > 1; i--) {
            Sleeper left = sleepers[2 * i + 1];
            Sleeper right = 2 * i + 2 < all ? sleepers[2 * i + 2] : null;
            sleepers[i].mustWake(left, right);
        }
        Sleeper first = sleepers[0];
        Arrays.fill(sleepers, 0, all, null);
        first.unpark();
    }
}
