package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever waits is woken, in whatever company and whatever the others do meanwhile. */
class SleeperTest {
    private static final int SLEEPERS = 24;
    private static final int ROUNDS = 2_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Parked> waiting = new ConcurrentLinkedQueue<>();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final WriteQueue writes = new WriteQueue(channel, null);

    /** Parks without a time limit: one that is forgotten never comes back. */
    private static final class Parked extends Sleeper {
        private volatile boolean answered;

        void answer() {
            answered = true;
            wake();
        }

        void await() {
            while (!answered) {
                LockSupport.park(this);
            }
            stoppedWaiting();
        }

        /** As one whose time is over. */
        void giveUp() {
            stoppedWaiting();
        }
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private Callable<Integer> sleeper(int seed, AtomicInteger left) {
        return () -> {
            int woken = 0;
            for (int round = 0; round < ROUNDS; round++) {
                Parked parked = new Parked();
                waiting.add(parked);
                if ((round + seed) % 7 == 0) {
                    // Leaves while others may count on it.
                    parked.giveUp();
                } else {
                    parked.await();
                    woken++;
                }
            }
            left.decrementAndGet();
            return woken;
        };
    }

    /** An event loop: takes what has come and wakes it together. */
    private void serve(AtomicInteger left, int togetherMax) {
        Wakeups wakeups = Wakeups.ofThisThread();
        while (left.get() > 0) {
            wakeups.gather(writes);
            for (int i = 0; i < togetherMax; i++) {
                Parked next = waiting.poll();
                if (next == null) {
                    break;
                }
                next.answer();
            }
            wakeups.end();
            Thread.onSpinWait();
        }
    }

    private void everybodyComesBack(int togetherMax) throws Exception {
        AtomicInteger left = new AtomicInteger(SLEEPERS);
        List<Future<Integer>> sleepers = new ArrayList<>();
        for (int i = 0; i < SLEEPERS; i++) {
            sleepers.add(threads.submit(sleeper(i, left)));
        }
        Future<?> server = threads.submit(() -> serve(left, togetherMax));
        int woken = 0;
        for (Future<Integer> sleeper : sleepers) {
            woken += sleeper.get(60, TimeUnit.SECONDS);
        }
        server.get(10, TimeUnit.SECONDS);
        assertThat(woken).isBetween(SLEEPERS * ROUNDS * 6 / 7 - SLEEPERS, SLEEPERS * ROUNDS * 6 / 7 + SLEEPERS);
    }

    @Test
    void shouldWakeAllThatWaitTogether() throws Exception {
        everybodyComesBack(Integer.MAX_VALUE);
    }

    @Test
    void shouldWakeOneAlone() throws Exception {
        everybodyComesBack(1);
    }

    @Test
    void shouldWakeMoreThanOneTreeHolds() throws Exception {
        int count = 700;
        AtomicInteger back = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(threads.submit(() -> {
                Parked parked = new Parked();
                waiting.add(parked);
                parked.await();
                back.incrementAndGet();
            }));
        }
        while (waiting.size() < count) {
            Thread.onSpinWait();
        }
        Future<?> server = threads.submit(() -> {
            Wakeups wakeups = Wakeups.ofThisThread();
            wakeups.gather(writes);
            waiting.forEach(Parked::answer);
            wakeups.end();
        });
        server.get(10, TimeUnit.SECONDS);
        for (Future<?> one : all) {
            one.get(30, TimeUnit.SECONDS);
        }
        assertThat(back).hasValue(count);
    }

    @Test
    @Timeout(30)
    void shouldNotLetOneWaitForAnotherThatGetsNoProcessor() throws Exception {
        Parked busy = threads.submit(Parked::new).get();
        List<Future<?>> others = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            others.add(threads.submit(() -> {
                Parked parked = new Parked();
                waiting.add(parked);
                parked.await();
            }));
        }
        while (waiting.size() < others.size()) {
            Thread.onSpinWait();
        }
        Wakeups wakeups = Wakeups.ofThisThread();
        wakeups.gather(writes);
        busy.answer();
        waiting.forEach(Parked::answer);
        wakeups.end();
        while (!others.stream().allMatch(Future::isDone)) {
            channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
            channel.runScheduledPendingTasks();
            Thread.onSpinWait();
        }
        for (Future<?> other : others) {
            other.get();
        }
    }

    @Test
    void shouldWakeAtOnceWhereNothingIsGathered() throws Exception {
        Future<?> sleeper = threads.submit(() -> {
            Parked parked = new Parked();
            waiting.add(parked);
            parked.await();
        });
        Parked parked;
        do {
            parked = waiting.poll();
        } while (parked == null);
        parked.answer();
        sleeper.get(10, TimeUnit.SECONDS);
    }
}
