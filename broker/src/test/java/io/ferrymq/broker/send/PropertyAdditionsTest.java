package io.ferrymq.broker.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.PropertyName;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PropertyAdditionsTest {
    private final PropertyAdditions additions =
            new PropertyAdditions(new LiveConfig(BrokerConfig.of(Map.of("regionId", "R", "traceOn", "false"))));

    @Test
    void shouldAppendWhatTheBrokerSays() {
        PropertyBytes completed = additions.complete(PropertyBytes.encode(Map.of("UNIQ_KEY", "U")));
        assertThat(completed.toMap())
                .isEqualTo(
                        Map.of("UNIQ_KEY", "U", "CLUSTER", "DefaultCluster", "MSG_REGION", "R", "TRACE_ON", "false"));
        assertThat(completed.get(PropertyName.MSG_REGION)).isEqualTo("R");
    }

    @Test
    void shouldMakeAUniqueKeyAndDropWhatAnEarlierDeliveryLeft() {
        PropertyBytes completed = additions.complete(
                PropertyBytes.encode(Map.of("POP_CK", "x", "CLUSTER", "other", "MSG_REGION", "old", "a", "b")));
        assertThat(completed.get(PropertyName.UNIQ_KEY)).hasSize(32);
        assertThat(completed.has(PropertyName.POP_CK)).isFalse();
        assertThat(completed.get(PropertyName.CLUSTER)).isEqualTo("DefaultCluster");
        assertThat(new String(completed.bytes(), java.nio.charset.StandardCharsets.UTF_8))
                .doesNotContain("other", "old");
        assertThat(completed.get("a")).isEqualTo("b");
    }

    @Test
    void shouldTakeAMessageWithoutProperties() {
        assertThat(additions.complete(null).toMap()).containsKeys("UNIQ_KEY", "CLUSTER", "TRACE_ON");
    }
}
