package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.BrokerSchema;
import io.ferrymq.broker.config.ConfigUpdates;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.common.config.ConfigException;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigUpdateTest {
    @TempDir
    private Path dir;

    private final LiveConfig live = new LiveConfig(BrokerConfig.of(Map.of()));

    private ConfigUpdates updates(Path file) {
        return new ConfigUpdates(live, file, () -> 1000);
    }

    @Test
    void shouldApplyTellAndKeepAChange() throws Exception {
        Path file = dir.resolve("broker.conf");
        Files.writeString(file, "# mine\nbrokerName = a\nautoCreateTopicEnable=true\n");
        List<BrokerConfig> told = new ArrayList<>();
        live.onChange(told::add);
        ConfigUpdates updates = updates(file);

        ConfigUpdates.Outcome outcome =
                updates.update(Map.of("autoCreateTopicEnable", "false", "warmMapedFileEnable", "true"));

        assertThat(outcome).isInstanceOf(ConfigUpdates.Done.class);
        assertThat(((ConfigUpdates.Done) outcome).text())
                .isEqualTo("effective now: autoCreateTopicEnable; known, but without effect here: warmMapedFileEnable");
        assertThat(live.current().isAutoCreateTopics()).isFalse();
        assertThat(told).containsExactly(live.current());
        assertThat(updates.version().counter()).isEqualTo(1);
        assertThat(file).content().startsWith("# mine\nbrokerName = a\nautoCreateTopicEnable=false\n");
    }

    @Test
    void shouldChangeNothingWhenOneKeyNeedsARestart() {
        ConfigUpdates.Outcome outcome =
                updates(null).update(Map.of("autoCreateTopicEnable", "false", "brokerName", "b"));
        assertThat(outcome).isInstanceOf(ConfigUpdates.Refused.class);
        assertThat(((ConfigUpdates.Refused) outcome).text()).contains("nothing was changed: brokerName", "restart");
        assertThat(live.current().isAutoCreateTopics()).isTrue();
    }

    @Test
    void shouldHandRetentionAndSizeLimitOverToTheRunningStore() throws Exception {
        try (TestBroker broker = TestBroker.start(dir)) {
            broker.createTopic("TopicA", 1);
            Reply changed = broker.call(Request.of(
                    RequestCode.UPDATE_BROKER_CONFIG,
                    "maxMessageSize=100\nfileReservedTime=48\ndeleteWhen=03\ndiskMaxUsedSpaceRatio=80\n"
                            .getBytes(StandardCharsets.UTF_8)));
            assertThat(changed.remark())
                    .startsWith("effective now: deleteWhen, diskMaxUsedSpaceRatio, fileReservedTime, maxMessageSize;");
            Reply refused = broker.send("TopicA", 0, Map.of(), new byte[101]);
            assertThat(refused.code()).isEqualTo(ResponseCode.MESSAGE_ILLEGAL);
            assertThat(refused.remark()).contains("101", "at most 100 (maxMessageSize)");
            assertThat(broker.send("TopicA", 0, Map.of(), new byte[100]).code()).isEqualTo(ResponseCode.SUCCESS);
        }
    }

    @Test
    void shouldNameUnknownKeysBadValuesAndBlockedKeys() {
        assertThat(text("autoCreateTopicEnabled", "x")).contains("did you mean 'autoCreateTopicEnable'");
        assertThat(text("brokerPermission", "9")).contains("found '9'", "from 0 to 7");
        assertThat(text("namesrvAddr", "10.0.0.1:9876;nonsense")).contains("'nonsense'");
        assertThat(updates(null).update(Map.of("brokerConfigPath", "x")))
                .isInstanceOfSatisfying(ConfigUpdates.Refused.class, refused -> assertThat(refused.blocked())
                        .isTrue());
        assertThat(updates(null).version().counter()).isZero();
    }

    private String text(String key, String value) {
        return ((ConfigUpdates.Refused) updates(null).update(Map.of(key, value))).text();
    }

    @Test
    @DisplayName(
            "UP-008: blanks around nameservers are harmless, names, IPv4 and IPv6 with ; and , are taken, a bad token is quoted")
    void up008_shouldTakeAddressesOfEveryForm() {
        BrokerConfig config = BrokerConfig.of(
                BrokerSchema.create().parse("f", "namesrvAddr = ns-a:9876 ; 10.0.0.2:9876,[::1]:9876 \n"));
        assertThat(config.get(BrokerKeys.NAMESRV_ADDR)).isEqualTo("ns-a:9876 ; 10.0.0.2:9876,[::1]:9876");
        assertThatThrownBy(() -> BrokerConfig.of(Map.of("namesrvAddr", "a:9876;b")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("namesrvAddr: 'b'");
    }

    @Test
    void shouldWarnOnceOfKeysThatAreNotServed() {
        BrokerConfig config =
                BrokerConfig.of(Map.of("sendMessageThreadPoolNums", "4", "transientStorePoolEnable", "true"));
        assertThat(config.settings().notServedWarning()).hasValueSatisfying(line -> assertThat(line)
                .contains("sendMessageThreadPoolNums", "transientStorePoolEnable"));
    }

    @Test
    void shouldDocumentEveryKey() {
        assertThat(BrokerSchema.create().keys())
                .allSatisfy(key -> assertThat(key.doc()).as(key.name()).endsWith("."));
    }
}
