package io.ferrymq.client.impl.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConsumePoolTest {
    private final ConsumePool pool = new ConsumePool("group", 2, 6);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void stop() {
        release.countDown();
        pool.interrupt();
    }

    private void block() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("UP-034: with slow listeners and a backlog there are as many threads as allowed")
    void up034_shouldGrowToTheMaximum() {
        AtomicInteger running = new AtomicInteger();
        for (int i = 0; i < 20; i++) {
            pool.execute(() -> {
                running.incrementAndGet();
                block();
            });
        }

        await().until(() -> running.get() == 6);
        assertThat(pool.size()).isEqualTo(6);
        release.countDown();
        await().until(() -> running.get() == 20);
    }

    @Test
    void shouldNotGrowWhileThreadsAreIdle() {
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            int expected = i + 1;
            pool.execute(done::incrementAndGet);
            await().until(() -> done.get() == expected);
        }

        assertThat(pool.size()).isLessThanOrEqualTo(3);
    }

    @Test
    void shouldRunWaitingTasksInTheirOrder() {
        ConsumePool one = new ConsumePool("group", 1, 1);
        List<Integer> order = new CopyOnWriteArrayList<>();
        one.execute(this::block);
        for (int i = 0; i < 100; i++) {
            int number = i;
            one.execute(() -> order.add(number));
        }
        release.countDown();

        await().until(() -> order.size() == 100);
        assertThat(order).isEqualTo(IntStream.range(0, 100).boxed().toList());
        one.interrupt();
    }

    @Test
    void shouldDropWhatHasNotBegunWhenStopped() {
        ConsumePool one = new ConsumePool("group", 1, 1);
        AtomicInteger done = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        one.execute(() -> {
            begun.countDown();
            block();
            done.incrementAndGet();
        });
        one.execute(done::incrementAndGet);
        await().until(() -> begun.getCount() == 0);

        one.stop();
        one.execute(done::incrementAndGet);
        release.countDown();

        await().until(() -> one.size() == 0);
        assertThat(done).hasValue(1);
    }

    @Test
    @DisplayName("A listener that blocks has all threads at work on the messages of one pull")
    void shouldRunThePiecesOfOneJobAtTheSameTime() {
        AtomicInteger running = new AtomicInteger();
        pool.execute(20, piece -> {
            running.incrementAndGet();
            block();
        });

        await().until(() -> running.get() == 6);
        release.countDown();
        await().until(() -> running.get() == 20);
    }

    @Test
    void shouldBeginPiecesInTheirOrderAndSurviveOneThatFails() {
        ConsumePool one = new ConsumePool("group", 1, 1);
        List<Integer> order = new CopyOnWriteArrayList<>();
        one.execute(3, piece -> {
            order.add(piece);
            throw new IllegalStateException("piece " + piece);
        });
        one.execute(() -> order.add(3));

        await().until(() -> order.size() == 4);
        assertThat(order).containsExactly(0, 1, 2, 3);
        one.interrupt();
    }

    @Test
    @DisplayName("No piece is left lying, however submitters and threads that go to rest meet")
    void shouldRunEveryPiece() {
        AtomicInteger done = new AtomicInteger();
        int jobs = 4_000;
        List<Thread> submitters = IntStream.range(0, 4)
                .mapToObj(number -> new Thread(() -> {
                    for (int job = 0; job < jobs; job++) {
                        int before = done.get();
                        pool.execute(1 + job % 3, piece -> done.incrementAndGet());
                        // Now and then nobody has anything to do, so that threads go to rest just when the next job
                        // comes.
                        while (job % 8 == 0 && done.get() == before) {
                            Thread.onSpinWait();
                        }
                    }
                }))
                .toList();
        submitters.forEach(Thread::start);

        int pieces = 4 * IntStream.range(0, jobs).map(job -> 1 + job % 3).sum();
        await().until(() -> done.get() == pieces);
        assertThat(pool.size()).isLessThanOrEqualTo(6);
    }

    @Test
    void shouldTakeAnotherSmallestSize() {
        pool.resize(4);

        assertThat(pool.minSize()).isEqualTo(4);
    }
}
