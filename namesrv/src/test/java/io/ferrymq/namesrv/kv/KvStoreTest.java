package io.ferrymq.namesrv.kv;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KvStoreTest {
    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("deep/kvConfig.json");
    }

    @Test
    void shouldFindEverythingAfterARestart() throws Exception {
        KvStore kv = KvStore.open(file());
        kv.put("ORDER_TOPIC_CONFIG", "T1", "a:4");
        kv.put("ORDER_TOPIC_CONFIG", "T2", "b:4");
        kv.delete("ORDER_TOPIC_CONFIG", "T1");
        kv.delete("ORDER_TOPIC_CONFIG", "never there");
        KvStore again = KvStore.open(file());
        assertThat(again.namespace("ORDER_TOPIC_CONFIG")).isEqualTo(Map.of("T2", "b:4"));
        assertThat(again.get("ORDER_TOPIC_CONFIG", "T1")).isNull();
        assertThat(again.namespace("other")).isNull();
    }

    @Test
    void shouldReadTheFormOfRocketMq() throws Exception {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "{\"configTable\":{\"ORDER_TOPIC_CONFIG\":{\"T1\":\"a:4;b:4\"}}}");
        assertThat(KvStore.open(file()).get("ORDER_TOPIC_CONFIG", "T1")).isEqualTo("a:4;b:4");
    }

    @Test
    void shouldFallBackToTheFileBefore() throws Exception {
        KvStore kv = KvStore.open(file());
        kv.put("N", "k", "1");
        kv.put("N", "k", "2");
        Files.write(file(), "{\"configTab".getBytes(StandardCharsets.UTF_8));
        assertThat(KvStore.open(file()).get("N", "k")).isEqualTo("1");
    }
}
