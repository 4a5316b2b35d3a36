package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.remoting.protocol.ResponseCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlushCombinationsTest {
    @TempDir
    private Path store;

    @ParameterizedTest
    @CsvSource({
        "ASYNC_FLUSH, ASYNC_MASTER, false, 5",
        "ASYNC_FLUSH, ASYNC_MASTER, true, 1",
        "SYNC_FLUSH, ASYNC_MASTER, true, 1",
        "SYNC_FLUSH, ASYNC_MASTER, true, 5",
        "SYNC_FLUSH, ASYNC_MASTER, false, 1",
        "SYNC_FLUSH, SYNC_MASTER, true, 1",
        "ASYNC_FLUSH, SYNC_MASTER, true, 5"
    })
    @DisplayName("UP-138: flush mode, role and the write pool that we do not need: each combination works")
    void up138_shouldWorkInEveryCombination(String flush, String role, String pool, String poolSize) throws Exception {
        byte[] body = "hello".getBytes(StandardCharsets.UTF_8);
        String[] settings = {
            "flushDiskType",
            flush,
            "brokerRole",
            role,
            "transientStorePoolEnable",
            pool,
            "transientStorePoolSize",
            poolSize
        };
        int expected = role.equals("SYNC_MASTER") ? ResponseCode.SLAVE_NOT_AVAILABLE : ResponseCode.SUCCESS;
        try (TestBroker broker = TestBroker.start(store, settings)) {
            broker.createTopic("T", 1);
            for (int i = 0; i < 10; i++) {
                assertThat(broker.send("T", 0, Map.of(), body).code()).isEqualTo(expected);
            }
        }
        try (TestBroker broker = TestBroker.start(store, settings)) {
            assertThat(broker.send("T", 0, Map.of(), body).code()).isEqualTo(expected);
        }
    }
}
