package io.ferrymq.remoting;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Work for other threads that answers bring about: what comes with one read of a socket is handed over in portions, because each hand-over costs more
 * than most of the work. Of an event loop, which alone touches it.
 */
public final class AnswerWork {
    private static final int PORTION_MAX = 32;

    private List<Runnable> portion = new ArrayList<>(PORTION_MAX);
    private Consumer<List<Runnable>> taker;

    AnswerWork() {}

    /**
     * Hands work over, at the latest when this thread, an event loop, has seen the bytes that it is looking at.
     *
     * @param taker takes work in the order in which it was given; what it runs here may add more
     * @return false when this thread looks at no bytes: then nothing was done
     */
    public static boolean add(Consumer<List<Runnable>> taker, Runnable work) {
        Wakeups wakeups = Wakeups.gathering();
        if (wakeups == null) {
            return false;
        }
        wakeups.work().put(taker, work);
        return true;
    }

    private void put(Consumer<List<Runnable>> newTaker, Runnable work) {
        if (taker != newTaker || portion.size() == PORTION_MAX) {
            handOver();
            taker = newTaker;
        }
        portion.add(work);
    }

    void handOver() {
        if (!portion.isEmpty()) {
            List<Runnable> full = portion;
            portion = new ArrayList<>(PORTION_MAX);
            taker.accept(full);
        }
    }
}
