package io.ferrymq.client.impl.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.client.producer.DefaultMQProducer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SendPermitsTest {
    private final DefaultMQProducer config = new DefaultMQProducer("g");
    private final SendPermits permits = new SendPermits(config);

    SendPermitsTest() {
        config.setEnableBackpressureForAsyncMode(true);
        config.setBackPressureForAsyncSendNum(10);
        config.setBackPressureForAsyncSendSize(1024 * 1024);
    }

    @Test
    void shouldLimitTheNumber() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(permits.acquire(1, 0)).isTrue();
        }
        assertThat(permits.acquire(1, 10)).isFalse();
        assertThat(permits.describe()).contains("10 of 10 messages", "10 of 1048576 bytes");
        permits.release(1);
        assertThat(permits.acquire(1, 0)).isTrue();
    }

    @Test
    void shouldLimitTheBytes() throws Exception {
        assertThat(permits.acquire(1024 * 1024, 0)).isTrue();
        assertThat(permits.acquire(1, 10)).isFalse();
        permits.release(1024 * 1024);
        assertThat(permits.acquire(2 * 1024 * 1024, 0))
                .as("one that is larger than all may go alone")
                .isTrue();
    }

    @Test
    void shouldWakeWhoWaits() throws Exception {
        assertThat(permits.acquire(1024 * 1024, 0)).isTrue();
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return permits.acquire(1, 30_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        permits.release(1024 * 1024);
        assertThat(waiting.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldNotLetCallbacksWaitForEachOther() throws Exception {
        for (int i = 0; i < 10; i++) {
            permits.acquire(1, 0);
        }
        CompletableFuture<Boolean> outOfACallback = new CompletableFuture<>();
        Callbacks.run(Runnable::run, () -> {
            try {
                outOfACallback.complete(permits.acquire(1, 0));
            } catch (InterruptedException e) {
                outOfACallback.completeExceptionally(e);
            }
        });
        assertThat(outOfACallback.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(permits.acquire(1, 0)).isFalse();
    }
}
