package io.ferrymq.broker.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StateSaverTest {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private int written;
    private boolean diskRefuses;
    private Runnable duringWrite = () -> {};
    private final StateSaver saver = new StateSaver("table", tasks::add, this::write);

    private void write() throws IOException {
        written++;
        Runnable now = duringWrite;
        duringWrite = () -> {};
        now.run();
        if (diskRefuses) {
            throw new IOException("no space");
        }
    }

    private void runTasks() {
        while (!tasks.isEmpty()) {
            tasks.poll().run();
        }
    }

    @Test
    void shouldWriteChangesThatCameTogetherOnce() {
        assertThat(saver.pending()).isNull();
        saver.markChanged();
        saver.markChanged();
        CompletableFuture<Void> saved = saver.saved();
        assertThat(saved).isNotDone();
        runTasks();
        assertThat(written).isEqualTo(1);
        assertThat(saved).isCompleted();
        assertThat(saver.pending()).isNull();
    }

    @Test
    void shouldWriteAgainWhatChangedDuringAWrite() {
        CompletableFuture<?>[] second = new CompletableFuture<?>[1];
        duringWrite = () -> {
            saver.markChanged();
            second[0] = saver.saved();
            assertThat(second[0]).isNotDone();
        };
        saver.markChanged();
        runTasks();
        assertThat(written).isEqualTo(2);
        assertThat(second[0]).isCompleted();
    }

    @Test
    void shouldTellOfAFailureAndTryAgainAtTheEnd() {
        diskRefuses = true;
        saver.markChanged();
        CompletableFuture<Void> saved = saver.saved();
        runTasks();
        assertThat(saved).isCompletedExceptionally();
        assertThat(saver.pending())
                .as("nobody waits for a write that is not due")
                .isNull();
        diskRefuses = false;
        saver.saveNow();
        assertThat(written).isEqualTo(2);
        saver.saveNow();
        assertThat(written).isEqualTo(2);
    }

    @Test
    void shouldTryAgainByItselfUntilTheDiskTakesIt() {
        Deque<Runnable> later = new ArrayDeque<>();
        StateSaver patient = new StateSaver("table", tasks::add, later::add, this::write);
        diskRefuses = true;
        patient.markChanged();
        runTasks();
        later.poll().run();
        runTasks();
        assertThat(written).isEqualTo(2);
        diskRefuses = false;
        later.poll().run();
        runTasks();
        assertThat(written).isEqualTo(3);
        assertThat(patient.saved()).isCompleted();
        assertThat(later).as("nothing more to try").isEmpty();
    }

    @Test
    void shouldKeepAChangeForTheEndWhenItsThreadIsGone() {
        StateSaver closing = new StateSaver(
                "table",
                task -> {
                    throw new java.util.concurrent.RejectedExecutionException("ended");
                },
                this::write);
        closing.markChanged();
        assertThat(closing.pending()).isNull();
        closing.saveNow();
        assertThat(written).isEqualTo(1);
    }
}
