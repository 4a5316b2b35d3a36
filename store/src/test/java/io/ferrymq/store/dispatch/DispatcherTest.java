package io.ferrymq.store.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.log.AppendLock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class DispatcherTest {
    private final AtomicLong logEnd = new AtomicLong();
    private final Dispatcher dispatcher = new Dispatcher(
            new DispatchRing(16),
            null,
            new Derivation(null, false, null, null, 0),
            null,
            new AppendLock(),
            new Dispatcher.Limits(logEnd::get, logEnd::get),
            e -> {});

    private void append(int sizeBytes) {
        long physicalOffset = logEnd.get();
        dispatcher.begin(1, physicalOffset);
        dispatcher.appended(null, null, 0, physicalOffset, sizeBytes, 1, null);
        dispatcher.end();
        logEnd.addAndGet(sizeBytes);
    }

    @Test
    void shouldDispatchBehindExclusiveWorkWhatCameMeanwhile() {
        dispatcher.exclusively(() -> {
            append(100);
            CompletableFuture.runAsync(dispatcher::dispatch).join();
            assertThat(dispatcher.behindBytes())
                    .as("nothing is dispatched meanwhile")
                    .isEqualTo(100);
        });
        assertThat(dispatcher.behindBytes()).isZero();
    }
}
