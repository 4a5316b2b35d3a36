package io.ferrymq.broker.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Expressions that outlive their members, in the published file. */
class FilterRegistryTest {
    private static final Bloom BLOOM = Bloom.of(20, 32);

    @TempDir
    private Path directory;

    private final AtomicLong nowMs = new AtomicLong(1_000);
    private final AtomicLong logEnd = new AtomicLong(700);

    private FilterRegistry open() {
        FilterRegistry registry = FilterRegistry.open(directory, BLOOM, new FilterCompiler(), nowMs::get);
        registry.follow(logEnd::get);
        return registry;
    }

    private static Map<String, SubscriptionData> wish(String expression, long version) {
        return Map.of("T", FilterAPI.build("T", expression, "SQL92", version));
    }

    private FilterData kept() throws Exception {
        FilterFile file = Json.decode(Files.readAllBytes(directory.resolve("consumerFilter.json")), FilterFile.class);
        return file.filterDataByTopic().get("T").groupFilterData().get("G");
    }

    @Test
    void shouldWriteThePublishedForm() throws Exception {
        FilterRegistry registry = open();
        registry.update("G", () -> wish("a > 5", 77));
        registry.flush();
        assertThat(Files.readString(directory.resolve("consumerFilter.json")).replaceAll("\\s", ""))
                .isEqualTo("{\"filterDataByTopic\":{\"T\":{\"groupFilterData\":{\"G\":{\"bloomFilterData\":"
                        + "{\"bitNum\":112,\"bitPos\":" + Json.encodeText(BLOOM.positionsOf("G", "T"))
                        + "},\"bornTime\":1000,\"clientVersion\":77,\"consumerGroup\":\"G\",\"dead\":false,"
                        + "\"deadTime\":0,\"expression\":\"a>5\",\"expressionType\":\"SQL92\","
                        + "\"ferrymqBornOffset\":700,\"topic\":\"T\"}},\"topic\":\"T\"}}}");
    }

    @Test
    void shouldKeepADeadExpressionForItsTime() throws Exception {
        FilterRegistry registry = open();
        registry.update("G", () -> wish("a > 5", 1));
        nowMs.set(2_000);
        registry.update("G", Map::of);
        registry.flush();
        assertThat(kept().dead()).isTrue();
        assertThat(kept().deadTime()).isEqualTo(2_000);
        nowMs.set(2_100);
        registry.expire(100);
        registry.flush();
        assertThat(kept()).isNotNull();
        registry.update("G", () -> wish("a > 5", 2));
        nowMs.set(9_000);
        registry.expire(100);
        registry.flush();
        assertThat(kept().dead()).isFalse();
        assertThat(kept().bornTime()).isEqualTo(1_000);
        assertThat(kept().clientVersion()).isEqualTo(2);
        registry.update("G", Map::of);
        nowMs.set(9_101);
        registry.expire(100);
        registry.flush();
        assertThat(Files.readString(directory.resolve("consumerFilter.json"))).doesNotContain("a > 5");
    }

    @Test
    void shouldBringBackWhatItWroteAndBelieveOldBitMapsOfTheSameExpressionOnly() throws Exception {
        FilterRegistry first = open();
        first.update("G", () -> wish("a > 5", 1));
        first.close();
        logEnd.set(5_000);
        FilterRegistry second = open();
        assertThat(kept().ferrymqBornOffset()).isEqualTo(700);
        assertThat(kept().dead()).isTrue();
        second.update("G", () -> wish("a > 5", 2));
        second.flush();
        assertThat(kept().ferrymqBornOffset()).isEqualTo(700);
        assertThat(kept().dead()).isFalse();
        second.update("G", () -> wish("a > 6", 3));
        second.flush();
        assertThat(kept().expression()).isEqualTo("a > 6");
        assertThat(kept().ferrymqBornOffset()).isEqualTo(5_000);
        second.update("G", () -> wish("a > 5", 2));
        second.flush();
        assertThat(kept().expression()).isEqualTo("a > 6");
    }

    @Test
    void shouldBelieveNoOldBitMapAfterACrash() throws Exception {
        FilterRegistry orderly = open();
        orderly.update("G", () -> wish("a > 5", 1));
        orderly.close();
        FilterRegistry killed = open();
        killed.update("G", () -> wish("a > 6", 2));
        // Bit maps are made with the new expression, which is not in the file, and the group goes back to the old one.
        assertThat(kept().expression()).isEqualTo("a > 5");
        logEnd.set(5_000);
        FilterRegistry again = open();
        again.update("G", () -> wish("a > 5", 3));
        again.flush();
        assertThat(kept().ferrymqBornOffset()).isEqualTo(5_000);
        again.close();
        again.update("G", () -> wish("a > 7", 4));
        again.flush();
        assertThat(kept().expression()).as("after the last word").isEqualTo("a > 5");
    }

    @Test
    void shouldWriteManyNewExpressionsTogether() throws Exception {
        FilterRegistry registry = open();
        for (int i = 0; i < 100; i++) {
            registry.update("G" + i, () -> wish("a > 5", 1));
        }
        Path file = directory.resolve("consumerFilter.json");
        assertThat(file).doesNotExist();
        registry.flush();
        assertThat(Files.readString(file)).contains("\"G0\"", "\"G99\"");
        // The copy of before is made when a file is written again.
        assertThat(directory.resolve("consumerFilter.json.bak")).doesNotExist();
    }

    @Test
    void shouldNotBelieveBitMapsWhenTheFileIsOfAnother() throws Exception {
        Files.writeString(
                directory.resolve("consumerFilter.json"),
                """
                {"filterDataByTopic":{"T":{"groupFilterData":{"G":{"bloomFilterData":{"bitNum":112,"bitPos":[7,55,101]},
                "bornTime":17,"clientVersion":1700000000000,"consumerGroup":"G","dead":false,"deadTime":0,
                "expression":"a > 5","expressionType":"SQL92","topic":"T"}},"topic":"T"}}}""");
        FilterRegistry registry = open();
        registry.flush();
        assertThat(kept().bornTime()).isEqualTo(17);
        assertThat(kept().ferrymqBornOffset()).isEqualTo(700);
        assertThat(kept().bloomFilterData().bitPos()).containsExactly(BLOOM.positionsOf("G", "T"));
        FilterRegistry.open(directory, Bloom.of(1, 64), new FilterCompiler(), nowMs::get)
                .flush();
        registry.removeTopic("T");
        registry.flush();
        assertThat(Files.readString(directory.resolve("consumerFilter.json"))).doesNotContain("a > 5");
    }

    @Test
    void shouldForgetADeletedGroupAndSurviveADamagedFile() throws Exception {
        FilterRegistry registry = open();
        registry.update("G", () -> wish("a > 5", 1));
        registry.removeGroup("G");
        registry.flush();
        assertThat(Files.readString(directory.resolve("consumerFilter.json"))).doesNotContain("a > 5");
        Files.writeString(directory.resolve("consumerFilter.json"), "{nonsense");
        Files.deleteIfExists(directory.resolve("consumerFilter.json.bak"));
        FilterRegistry damaged = open();
        damaged.update("G", () -> wish("a > 7", 1));
        damaged.flush();
        assertThat(kept().expression()).isEqualTo("a > 7");
    }

    @Test
    void shouldStartWithAFileThatHoldsNothingWhereFiltersBelong() throws Exception {
        Files.writeString(
                directory.resolve("consumerFilter.json"),
                """
                {"filterDataByTopic":{"A":null,"B":{"groupFilterData":null},"C":{"groupFilterData":{"G":null,"H":{}}},
                "D":{"groupFilterData":{"G":{"expression":"((((","bloomFilterData":{"bitPos":null}}}},
                "T":{"groupFilterData":{"G":{"expression":"a > 5"}}}}}""");
        FilterRegistry registry = open();
        registry.flush();
        assertThat(kept().expression()).isEqualTo("a > 5");
        assertThat(registry.of("D", ByteBuffer.allocate(0))).hasSize(BLOOM.bytes());
    }
}
