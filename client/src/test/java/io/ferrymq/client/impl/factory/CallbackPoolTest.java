package io.ferrymq.client.impl.factory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.remoting.ReadOfTest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callbacks run, whatever those before them do. */
class CallbackPoolTest {
    private static final int THREADS = 3;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "callback-test");
        // What a task is made to throw here is no news.
        thread.setUncaughtExceptionHandler((where, failure) -> {});
        return thread;
    });
    private final CallbackPool pool = new CallbackPool(threads, THREADS);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void shouldRunEveryTaskOfManyThreads() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        Thread[] givers = new Thread[4];
        for (int i = 0; i < givers.length; i++) {
            givers[i] = new Thread(() -> {
                for (int n = 0; n < 20_000; n++) {
                    pool.execute(ran::incrementAndGet);
                }
            });
            givers[i].start();
        }
        for (Thread giver : givers) {
            giver.join();
        }
        await().until(() -> ran.get() == 80_000);
    }

    @Test
    void shouldLetOthersPassAsLongAsAThreadIsLeft() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(THREADS - 1);
        for (int i = 0; i < THREADS - 1; i++) {
            pool.execute(() -> {
                blocked.countDown();
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        assertThat(blocked.await(10, TimeUnit.SECONDS)).isTrue();
        CountDownLatch passed = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            pool.execute(passed::countDown);
        }
        assertThat(passed.await(10, TimeUnit.SECONDS)).isTrue();
        gate.countDown();
    }

    @Test
    void shouldKeepTheInterruptOfOneTaskFromOthers() throws Exception {
        AtomicInteger interrupted = new AtomicInteger();
        CountDownLatch ran = new CountDownLatch(2_000);
        for (int i = 0; i < 2_000; i++) {
            pool.execute(() -> {
                if (Thread.currentThread().isInterrupted()) {
                    interrupted.incrementAndGet();
                }
                Thread.currentThread().interrupt();
                ran.countDown();
            });
        }
        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(interrupted).hasValue(0);
    }

    @Test
    void shouldGoOnAfterTasksThatFail() throws Exception {
        for (int i = 0; i < 2 * THREADS; i++) {
            pool.execute(() -> {
                throw new AssertionError("on purpose");
            });
            pool.execute(() -> {
                throw new IllegalStateException("on purpose");
            });
        }
        CountDownLatch passed = new CountDownLatch(1);
        pool.execute(passed::countDown);
        assertThat(passed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldRunWhatWasTakenBeforeTheEndAndRefuseTheRest() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            pool.execute(() -> {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                ran.incrementAndGet();
            });
        }
        pool.shutdown();
        assertThatThrownBy(() -> pool.execute(ran::incrementAndGet)).isInstanceOf(RejectedExecutionException.class);
        gate.countDown();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasValue(10);
    }

    @Test
    void shouldWakeOneThreadForTheOnlyTaskOfARead() throws Exception {
        ThreadPoolExecutor counting =
                new ThreadPoolExecutor(THREADS, THREADS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        CallbackPool ofReads = new CallbackPool(counting, THREADS);
        CountDownLatch gate = new CountDownLatch(1);
        ReadOfTest.during(() -> ofReads.execute(() -> awaitQuietly(gate)));
        assertThat(counting.getTaskCount()).isEqualTo(1);
        gate.countDown();
        ofReads.shutdown();
        assertThat(counting.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldLetOthersOfAReadPassOneThatBlocks() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch passed = new CountDownLatch(100);
        ReadOfTest.during(() -> {
            pool.execute(() -> awaitQuietly(gate));
            for (int i = 0; i < 100; i++) {
                pool.execute(passed::countDown);
            }
        });
        assertThat(passed.await(10, TimeUnit.SECONDS)).isTrue();
        gate.countDown();
    }

    private static void awaitQuietly(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
