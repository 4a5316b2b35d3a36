package io.ferrymq.broker.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.LiveConfig;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TransferLimitTest {
    private static final int BYTES_PER_SECOND = 1_000_000;

    @Test
    void shouldAllowSoManyBytesASecond() {
        TransferLimit limit = new TransferLimit(new LiveConfig(BrokerConfig.of(Map.of(
                "haFlowControlEnable", "true", "maxHaTransferByteInSecond", Integer.toString(BYTES_PER_SECOND)))));
        long nowNanos = System.nanoTime();
        long sent = 0;
        for (int ms = 0; ms < 2_000; ms++) {
            int size = limit.allowed(32 << 10, nowNanos + TimeUnit.MILLISECONDS.toNanos(ms));
            limit.sent(size);
            sent += size;
        }
        assertThat(sent).isBetween(17L * BYTES_PER_SECOND / 10, 21L * BYTES_PER_SECOND / 10);
    }

    @Test
    void shouldAllowEverythingUnlessAskedToLimit() {
        TransferLimit limit = new TransferLimit(new LiveConfig(BrokerConfig.of(Map.of())));
        limit.sent(1 << 30);
        assertThat(limit.allowed(32 << 10, System.nanoTime())).isEqualTo(32 << 10);
    }
}
