package io.ferrymq.remoting;

import io.netty.util.concurrent.FastThreadLocal;
import java.util.Arrays;

/**
 * The sleepers whose answers came with the bytes that an event loop is looking at. They are woken when it has seen all of them, and not one by
 * one by the event loop, from which each would take the processor: it wakes the first, which wakes two others, and so on.
 * Virtual threads are woken at once: they take no processor from the loop, and run only when their turn comes.
 */
final class Wakeups {
    private static final int INITIAL = 64;
    /** So deep is the tree at most that no answer waits for more than a few threads to get a processor. */
    private static final int TOGETHER_MAX = 255;
    /** Fewer are soon back one by one; what they send need not wait for the last of them. */
    private static final int EXPECTED_MIN = 16;

    private static final FastThreadLocal<Wakeups> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected Wakeups initialValue() {
            return new Wakeups();
        }
    };

    private final LateWakeups late = new LateWakeups();

    // Of one thread, which alone touches it.
    private Sleeper[] sleepers = new Sleeper[INITIAL];
    private int count;
    // Where those that are gathered wrote, and most will again; null while none are gathered.
    private WriteQueue writes;

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
        if (writes == null) {
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

    /** @param ofConnection of the connection whose bytes are looked at */
    void gather(WriteQueue ofConnection) {
        writes = ofConnection;
    }

    void end() {
        wakeAll();
        writes = null;
    }

    private void wakeAll() {
        int all = count;
        if (all == 0) {
            return;
        }
        count = 0;
        if (all > 1) {
            WriteQueue backTo = all >= EXPECTED_MIN ? writes : null;
            if (backTo != null) {
                backTo.sendersComeBack(all);
            }
            // From the last to the first: whoever is woken is in the group by then.
            for (int i = all - 1; i >= 0; i--) {
                sleepers[i].join(backTo, inTree(2 * i + 1, all), inTree(2 * i + 2, all));
            }
            late.watch(sleepers, all, writes, backTo != null);
        }
        Sleeper first = sleepers[0];
        Arrays.fill(sleepers, 0, all, null);
        first.unpark();
    }

    private Sleeper inTree(int i, int all) {
        return i < all ? sleepers[i] : null;
    }
}
