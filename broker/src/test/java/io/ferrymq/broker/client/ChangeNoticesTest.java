package io.ferrymq.broker.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChangeNoticesTest {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final ChangeNotices notices = new ChangeNotices(timer, told::add);

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    @Test
    void shouldTellOfTheFirstChangeAtOnceAndOfABurstTogether() {
        long startNanos = System.nanoTime();
        notices.changed("G");
        assertThat(told).containsExactly("G");
        for (int i = 0; i < 1_000; i++) {
            notices.changed("G");
        }
        long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        assertThat(told.size()).isLessThanOrEqualTo(2 + (int) (tookMs / 100));

        int sofar = told.size();
        await("the last change is told, too").atMost(Duration.ofSeconds(20)).until(() -> told.size() > sofar);
    }

    @Test
    void shouldNotLetOneGroupWaitForAnother() {
        notices.changed("G");
        notices.changed("H");
        assertThat(told).containsExactly("G", "H");
    }

    @Test
    void shouldStillTellOfAFirstChangeWhenTheBrokerEnds() {
        timer.shutdownNow();
        notices.changed("G");
        notices.changed("G");
        assertThat(told).containsExactly("G", "G");
    }
}
