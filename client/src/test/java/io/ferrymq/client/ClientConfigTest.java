package io.ferrymq.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.factory.ClientSettings;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.NamespaceUtil;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClientConfigTest {
    private final ClientConfig config = new ClientConfig();

    @Test
    void shouldHaveTheKnownDefaults() {
        assertThat(config.getPollNameServerInterval()).isEqualTo(30_000);
        assertThat(config.getHeartbeatBrokerInterval()).isEqualTo(30_000);
        assertThat(config.getPersistConsumerOffsetInterval()).isEqualTo(5_000);
        assertThat(config.getMqClientApiTimeout()).isEqualTo(3_000);
        assertThat(config.getInstanceName()).isEqualTo("DEFAULT");
        assertThat(config.isVipChannelEnabled()).isFalse();
        assertThat(config.isDecodeReadBody()).isTrue();
    }

    @Test
    void shouldBuildTheClientId() {
        config.setClientIP("10.0.0.1");
        config.setInstanceName("i");
        assertThat(config.buildMQClientId()).isEqualTo("10.0.0.1@i");
        config.setUnitName("u");
        config.setEnableStreamRequestType(true);
        assertThat(config.buildMQClientId()).isEqualTo("10.0.0.1@i@u@STREAM");
    }

    @Test
    @DisplayName("UP-026: client ids are unique without any setting")
    void up026_clientIdsAreUnique() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            ClientConfig twin = config.cloneClientConfig();
            twin.changeInstanceNameToPID();
            ids.add(twin.buildMQClientId());
        }
        assertThat(ids).hasSize(1_000).allMatch(id -> id.matches(".+@\\d+#\\d+"));
        config.setInstanceName("mine");
        config.changeInstanceNameToPID();
        assertThat(config.getInstanceName()).isEqualTo("mine");
    }

    @Test
    void shouldCopyEverything() {
        config.setNamesrvAddr("a:1");
        config.setTraceMsgBatchNum(3);
        config.setAccessChannel(AccessChannel.CLOUD);
        config.setMaxPageSizeInGetMetadata(7);
        assertThat(config.cloneClientConfig()).usingRecursiveComparison().isEqualTo(config);
    }

    @Test
    void shouldWrapNamesOnce() {
        config.setNamespace("ns");
        assertThat(config.withNamespace("T")).isEqualTo("ns%T");
        assertThat(config.withNamespace("ns%T")).isEqualTo("ns%T");
        assertThat(config.withNamespace("%RETRY%g")).isEqualTo("%RETRY%ns%g");
        assertThat(config.withNamespace("%DLQ%ns%g")).isEqualTo("%DLQ%ns%g");
        assertThat(config.withNamespace("TBW102")).isEqualTo("TBW102");
        assertThat(config.withoutNamespace("%RETRY%ns%g")).isEqualTo("%RETRY%g");
        assertThat(config.withoutNamespace("other%T")).isEqualTo("other%T");
        assertThat(config.queueWithNamespace(new MessageQueue("T", "b", 1)))
                .isEqualTo(new MessageQueue("ns%T", "b", 1));
        assertThat(config.withNamespace(Set.of("A", "B"))).containsExactlyInAnyOrder("ns%A", "ns%B");
        assertThat(NamespaceUtil.wrapNamespaceAndRetry("ns", "g")).isEqualTo("%RETRY%ns%g");
    }

    @Test
    void shouldTakeTheNamespaceOfACloudAddress() {
        config.setNamesrvAddr("http://MQ_INST_123_abc.mq.example:80");
        assertThat(config.getNamespace()).isEqualTo("MQ_INST_123_abc");
        config.setNamesrvAddr("10.0.0.1:9876");
        assertThat(config.getNamespace()).isNull();
    }

    @Test
    @DisplayName("UP-008: blanks, both separators, names and IPv6 are understood, and a bad piece is shown in quotes")
    void up008_nameServerListsAreReadKindly() throws Exception {
        assertThat(ClientSettings.parseNameServers(" a:1 ; 10.0.0.2:9876,[::1]:9876; a:1;"))
                .containsExactly("a:1", "10.0.0.2:9876", "[::1]:9876");
        assertThat(ClientSettings.parseNameServers("http://x.example:80")).containsExactly("x.example:80");
        assertThatThrownBy(() -> ClientSettings.parseNameServers("a:1;b"))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("'b'");
    }

    @Test
    void shouldNameASettingThatCannotBe() {
        config.setNamesrvAddr("a:1");
        config.setHeartbeatBrokerInterval(0);
        assertThatThrownBy(() -> ClientSettings.of(config))
                .hasMessageContaining("heartbeatBrokerInterval is 0")
                .hasMessageContaining("at least 1");
    }
}
