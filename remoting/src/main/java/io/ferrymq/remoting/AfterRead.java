package io.ferrymq.remoting;

import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayList;
import java.util.List;

/**
 * Work that many of the frames of one read ask for and that is to be done once for all of them, as waking those who look at the outcome: it
 * waits for the end of the read, or for so many frames that nobody waits long.
 */
public final class AfterRead {
    /** Asked for so often, work is done at once. */
    private static final int POSTPONED_MAX = 64;

    private static final FastThreadLocal<AfterRead> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected AfterRead initialValue() {
            return new AfterRead();
        }
    };

    // Of one event loop, which alone touches it. Hardly ever more than one.
    private final List<Runnable> works = new ArrayList<>(1);
    private int postponed;
    private boolean reading;

    private AfterRead() {}

    static AfterRead ofThisThread() {
        return OF_THREAD.get();
    }

    /**
     * Postpones work; what is equal to work that waits already is the same work.
     *
     * @param work must not throw
     * @return false when this thread is no event loop that reads now: then it is the caller's to do
     */
    public static boolean postpone(Runnable work) {
        return OF_THREAD.isSet() && OF_THREAD.get().taken(work);
    }

    private boolean taken(Runnable work) {
        if (!reading) {
            return false;
        }
        if (!works.contains(work)) {
            works.add(work);
        }
        if (++postponed == POSTPONED_MAX) {
            runAll();
        }
        return true;
    }

    void begin() {
        reading = true;
    }

    void end() {
        reading = false;
        if (postponed > 0) {
            runAll();
        }
    }

    private void runAll() {
        postponed = 0;
        // Work may postpone more of it.
        List<Runnable> due = List.copyOf(works);
        works.clear();
        due.forEach(Runnable::run);
    }
}
