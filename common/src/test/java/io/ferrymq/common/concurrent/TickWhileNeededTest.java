package io.ferrymq.common.concurrent;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TickWhileNeededTest {
    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
    private final AtomicInteger work = new AtomicInteger();
    private final Semaphore steps = new Semaphore(0);

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    private boolean step() {
        boolean more = work.decrementAndGet() > 0;
        steps.release();
        return more;
    }

    @Test
    void shouldRepeatTheStepOnlyAsLongAsThereIsWork() throws Exception {
        TickWhileNeeded tick = new TickWhileNeeded(executor, 1, this::step);
        assertEquals(0, executor.getTaskCount(), "nothing is due before it is needed");
        work.set(3);
        tick.need();
        assertTrue(steps.tryAcquire(3, 10, TimeUnit.SECONDS));
        executor.submit(() -> {}).get();
        assertEquals(0, executor.getQueue().size(), "nothing is due after the work is done");
        work.set(1);
        tick.need();
        assertTrue(steps.tryAcquire(10, TimeUnit.SECONDS), "work that comes later is done too");
    }

    @Test
    void shouldBeOnItsWayOnceHoweverOftenItIsNeeded() {
        TickWhileNeeded tick = new TickWhileNeeded(executor, 60_000, this::step);
        for (int i = 0; i < 100; i++) {
            tick.need();
        }
        assertEquals(1, executor.getQueue().size());
    }

    @Test
    void shouldGoOnAfterAStepThatFailed() throws Exception {
        TickWhileNeeded tick = new TickWhileNeeded(executor, 1, () -> {
            steps.release();
            if (work.incrementAndGet() == 1) {
                throw new IllegalStateException("expected by the test");
            }
            return false;
        });
        tick.need();
        assertTrue(steps.tryAcquire(2, 10, TimeUnit.SECONDS));
    }

    @Test
    void shouldLoseNoWorkThatComesDuringAStep() throws Exception {
        TickWhileNeeded[] tick = new TickWhileNeeded[1];
        tick[0] = new TickWhileNeeded(executor, 1, () -> {
            if (work.incrementAndGet() == 1) {
                // Behind the look of the step, which says that there is nothing more.
                tick[0].need();
            }
            steps.release();
            return false;
        });
        tick[0].need();
        assertTrue(steps.tryAcquire(2, 10, TimeUnit.SECONDS));
    }

    @Test
    void shouldBearAnExecutorThatHasEnded() {
        executor.shutdownNow();
        assertDoesNotThrow(() -> new TickWhileNeeded(executor, 1, this::step).need());
    }
}
