package io.ferrymq.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigTest {
    enum FlushDiskType {
        SYNC_FLUSH,
        ASYNC_FLUSH
    }

    private static final ConfigKey<String> BROKER_NAME =
            ConfigKey.ofString("brokerName", "broker-a").doc("Its name.");
    private static final ConfigKey<Integer> LISTEN_PORT = ConfigKey.ofInt("listenPort", 10_911, 1, 65_535);
    private static final ConfigKey<Long> FLUSH_INTERVAL_MS = ConfigKey.ofMillis(
                    "flushIntervalCommitLog", 500, 1, Integer.MAX_VALUE)
            .dynamic();
    private static final ConfigKey<Long> SEGMENT_SIZE =
            ConfigKey.ofLong("mappedFileSizeCommitLog", 1 << 30, 4096, 1L << 40).alias("mapedFileSizeCommitLog");
    private static final ConfigKey<Boolean> AUTO_CREATE =
            ConfigKey.ofBoolean("autoCreateTopicEnable", true).dynamic();
    private static final ConfigKey<FlushDiskType> FLUSH = ConfigKey.ofEnum("flushDiskType", FlushDiskType.ASYNC_FLUSH);
    private static final ConfigKey<List<String>> NAMESRV = ConfigKey.ofList("namesrvAddr", List.of());
    private static final ConfigKey<String> DELETE_WHEN = ConfigKey.ofString("deleteWhen", "04")
            .allowing("an hour from 00 to 23", hour -> hour.matches("[01]?[0-9]|2[0-3]"));

    private static final ConfigSchema SCHEMA = new ConfigSchema(
            List.of(
                    BROKER_NAME,
                    LISTEN_PORT,
                    FLUSH_INTERVAL_MS,
                    SEGMENT_SIZE,
                    AUTO_CREATE,
                    FLUSH,
                    NAMESRV,
                    DELETE_WHEN),
            Set.of("sendMessageThreadPoolNums", "transientStorePoolEnable"));

    private static Config parse(String... lines) {
        return SCHEMA.parse("broker.conf", String.join("\n", lines));
    }

    @Test
    void shouldGiveDefaults() {
        Config config = SCHEMA.defaults();

        assertThat(config.get(BROKER_NAME)).isEqualTo("broker-a");
        assertThat(config.get(LISTEN_PORT)).isEqualTo(10_911);
        assertThat(config.get(FLUSH_INTERVAL_MS)).isEqualTo(500L);
        assertThat(config.get(FLUSH)).isEqualTo(FlushDiskType.ASYNC_FLUSH);
        assertThat(config.isSet(LISTEN_PORT)).isFalse();
        assertThat(config.notServedWarning()).isEmpty();
    }

    @Test
    void shouldReadEveryTypeFromAFile(@TempDir Path dir) throws Exception {
        Path file = dir.resolve("broker.conf");
        Files.writeString(
                file,
                """
                # a broker
                brokerName = broker-b
                listenPort=\t10921
                flushIntervalCommitLog=1000
                mappedFileSizeCommitLog=1048576
                autoCreateTopicEnable=FALSE
                flushDiskType=sync_flush
                namesrvAddr= a:9876 ;b:9876, c:9876;
                """);

        Config config = SCHEMA.parse(file);

        assertThat(config.get(BROKER_NAME)).isEqualTo("broker-b");
        assertThat(config.get(LISTEN_PORT)).isEqualTo(10_921);
        assertThat(config.get(FLUSH_INTERVAL_MS)).isEqualTo(1000L);
        assertThat(config.get(SEGMENT_SIZE)).isEqualTo(1_048_576L);
        assertThat(config.get(AUTO_CREATE)).isFalse();
        assertThat(config.get(FLUSH)).isEqualTo(FlushDiskType.SYNC_FLUSH);
        assertThat(config.get(NAMESRV)).containsExactly("a:9876", "b:9876", "c:9876");
        assertThat(config.isSet(LISTEN_PORT)).isTrue();
    }

    @Test
    void shouldNameAMissingFile(@TempDir Path dir) {
        assertThatThrownBy(() -> SCHEMA.parse(dir.resolve("none.conf")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("none.conf: there is no such file (" + dir.toAbsolutePath());
    }

    @Test
    @DisplayName("UP-008: blanks around values do no harm")
    void up008_shouldTrimValues() {
        assertThat(parse("namesrvAddr = 10.0.0.1:9876  \t").get(NAMESRV)).containsExactly("10.0.0.1:9876");
        assertThat(parse("listenPort =  1234   ").get(LISTEN_PORT)).isEqualTo(1234);
    }

    @Test
    @DisplayName("UP-219: old names of a setting stay")
    void up219_shouldAcceptOldNames() {
        Config config = parse("mapedFileSizeCommitLog=8192");

        assertThat(config.get(SEGMENT_SIZE)).isEqualTo(8192L);
        assertThat(config.dump()).contains("mappedFileSizeCommitLog=8192\n").doesNotContain("mapedFile");
    }

    @Test
    void shouldStopAtAnUnknownKeyWithTheNearestOne() {
        assertThatThrownBy(() -> parse("# comment", "", "brokerNme=x"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("broker.conf:3: unknown key 'brokerNme', did you mean 'brokerName'?");
        assertThatThrownBy(() -> parse("totallyElse=x")).hasMessage("broker.conf:1: unknown key 'totallyElse'");
        assertThatThrownBy(() -> parse("transientStorePoolEnabled=x"))
                .hasMessageContaining("did you mean 'transientStorePoolEnable'?");
    }

    @Test
    void shouldStopAtBadValuesWithWhatIsAllowed() {
        assertThatThrownBy(() -> parse("listenPort=70000"))
                .hasMessage("broker.conf:1: listenPort: found '70000', allowed: a whole number from 1 to 65535");
        assertThatThrownBy(() -> parse("flushIntervalCommitLog=0"))
                .hasMessage("broker.conf:1: flushIntervalCommitLog: found '0', allowed: a whole number, 1 ms or more");
        assertThatThrownBy(() -> parse("autoCreateTopicEnable=yes"))
                .hasMessage("broker.conf:1: autoCreateTopicEnable: found 'yes', allowed: true or false");
        assertThatThrownBy(() -> parse("flushDiskType=SYNC"))
                .hasMessage("broker.conf:1: flushDiskType: found 'SYNC', allowed: SYNC_FLUSH, ASYNC_FLUSH");
        assertThatThrownBy(() -> parse("deleteWhen=25"))
                .hasMessage("broker.conf:1: deleteWhen: found '25', allowed: an hour from 00 to 23");
        assertThatThrownBy(() -> parse("listenPort=")).hasMessageContaining("found ''");
    }

    @Test
    void shouldReportEachProblemInALineOfItsOwn() {
        assertThatThrownBy(() -> parse("listenPort=x", "brokerNme=y"))
                .isInstanceOfSatisfying(ConfigException.class, e -> assertThat(e.problems())
                        .hasSize(2)
                        .allSatisfy(line -> assertThat(line).startsWith("broker.conf:")));
    }

    @Test
    void shouldStartWithKnownKeysThatAreNotServed() {
        Config config = parse("transientStorePoolEnable=true", "sendMessageThreadPoolNums=4", "brokerName=x");

        assertThat(config.notServed())
                .isEqualTo(Map.of("transientStorePoolEnable", "true", "sendMessageThreadPoolNums", "4"));
        assertThat(config.notServedWarning())
                .contains("these settings are known but have no effect here: sendMessageThreadPoolNums,"
                        + " transientStorePoolEnable");
    }

    @Test
    void shouldLetTheLastOfRepeatedKeysCountAndSaySo() {
        Config config = parse("listenPort=1", "brokerName=a", "listenPort=2", "brokerName=a");

        assertThat(config.get(LISTEN_PORT)).isEqualTo(2);
        assertThat(config.warnings())
                .containsExactly("broker.conf:3: key 'listenPort' was already set in line 1 to '1'; '2' counts");
    }

    @Test
    void shouldTakeABlankTextAsNotSet() {
        assertThat(parse("brokerName=").get(BROKER_NAME)).isEqualTo("broker-a");
    }

    @Test
    void shouldPutCommandLineOnTop() {
        Config config = parse("listenPort=1").override("command line: ", Map.of("listenPort", "2"));

        assertThat(config.get(LISTEN_PORT)).isEqualTo(2);
        assertThatThrownBy(() -> config.override("command line: ", Map.of("listenPort", "x")))
                .hasMessageStartingWith("command line: listenPort: found 'x'");
    }

    @Test
    @DisplayName("UP-192: an update says for each key when it takes effect")
    void up192_shouldSayWhenAChangeTakesEffect() {
        Config before = SCHEMA.defaults();

        Config.Update update = before.with(Map.of(
                "listenPort", "2",
                "flushIntervalCommitLog", "7",
                "brokerName", "broker-a",
                "transientStorePoolEnable", "true"));

        assertThat(update.effectiveNow()).containsExactly("brokerName", "flushIntervalCommitLog");
        assertThat(update.afterRestart()).containsExactly("listenPort");
        assertThat(update.withoutEffect()).containsExactly("transientStorePoolEnable");
        assertThat(update.config().get(FLUSH_INTERVAL_MS)).isEqualTo(7L);
        assertThat(before.get(FLUSH_INTERVAL_MS)).isEqualTo(500L);
    }

    @Test
    void shouldChangeNothingWhenOneValueIsBad() {
        Config config = SCHEMA.defaults();

        assertThatThrownBy(() -> config.with(Map.of("flushIntervalCommitLog", "7", "listenPort", "-1", "nope", "1")))
                .isInstanceOfSatisfying(
                        ConfigException.class, e -> assertThat(e.problems()).hasSize(2));
        assertThat(config.get(FLUSH_INTERVAL_MS)).isEqualTo(500L);
    }

    @Test
    void shouldDumpEverySettingSortedSoThatItReadsBack() {
        Config config = parse("brokerName=C:\\\\x", "namesrvAddr=a:1;b:2");

        assertThat(config.dump())
                .isEqualTo(
                        """
                autoCreateTopicEnable=true
                brokerName=C:\\\\x
                deleteWhen=04
                flushDiskType=ASYNC_FLUSH
                flushIntervalCommitLog=500
                listenPort=10911
                mappedFileSizeCommitLog=1073741824
                namesrvAddr=a:1;b:2
                """);
        assertThat(SCHEMA.parse("dump", config.dump()).dump()).isEqualTo(config.dump());
        assertThat(config.get(BROKER_NAME)).isEqualTo("C:\\x");
    }

    @Test
    void shouldKeepDeclarationsHonest() {
        assertThatThrownBy(() -> ConfigKey.ofInt("x", 0, 1, 2)).hasMessageContaining("default of 'x'");
        assertThatThrownBy(() -> new ConfigSchema(List.of(LISTEN_PORT, LISTEN_PORT), Set.of()))
                .hasMessageContaining("declared twice");
        assertThatThrownBy(() -> SCHEMA.defaults().get(ConfigKey.ofInt("other", 1, 1, 2)))
                .hasMessageContaining("not in this schema");
        assertThat(SCHEMA.key("listenPort")).isSameAs(LISTEN_PORT).hasToString("listenPort");
        assertThat(BROKER_NAME.doc()).isEqualTo("Its name.");
    }

    @Test
    void shouldKnowTheNamesThatRocketMqKnows() {
        assertThat(KnownRocketMqKeys.all())
                .hasSizeGreaterThan(400)
                .contains(
                        "brokerName",
                        "listenPort",
                        "flushDiskType",
                        "waitTimeMillsInPullQueue",
                        "useEpollNativeSelector")
                .contains("kvConfigPath", "clientRequestThreadPoolQueueCapacity", "authenticationEnabled")
                .allSatisfy(name -> assertThat(name).matches("[a-zA-Z][A-Za-z0-9]+"));
    }
}
