package io.ferrymq.remoting;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Looks after threads that were woken together: each is to wake others and to say that it is back, but on a busy machine it may not get a
 * processor for long. Whoever waits for such a one is served by the event loop then. Of one event loop, which alone touches it.
 */
final class LateWakeups {
    /** Between one and two of these a thread waits at most for another one; where all is well, all have run in less. */
    private static final long LOOK_INTERVAL_MS = 2;

    private List<Sleeper> justWoken = new ArrayList<>();
    private List<Sleeper> wokenBefore = new ArrayList<>();
    private final List<WriteQueue> expecting = new ArrayList<>(1);
    private boolean looking;

    /**
     * @param together those that wake one another
     * @param of how many they are
     */
    void watch(Sleeper[] together, int of, WriteQueue writes, boolean comeBack) {
        for (int i = 0; i < of; i++) {
            justWoken.add(together[i]);
        }
        if (comeBack && !expecting.contains(writes)) {
            expecting.add(writes);
        }
        if (!looking) {
            looking = true;
            scheduleLook(writes.loop());
        }
    }

    private void scheduleLook(EventLoop loop) {
        loop.schedule(() -> look(loop), LOOK_INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    private void look(EventLoop loop) {
        for (Sleeper sleeper : wokenBefore) {
            if (!sleeper.hasStoppedWaiting()) {
                sleeper.unpark();
            }
        }
        wokenBefore.clear();
        List<Sleeper> next = wokenBefore;
        wokenBefore = justWoken;
        justWoken = next;
        expecting.removeIf(writes -> !writes.writeWhatWaited());
        looking = !wokenBefore.isEmpty() || !expecting.isEmpty();
        if (looking) {
            scheduleLook(loop);
        }
    }
}
