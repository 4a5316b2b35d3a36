package io.ferrymq.broker.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.store.HostBytes;
import io.ferrymq.store.MessageToStore;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayLevelsTest {
    private static final HostBytes HOST = HostBytes.of(InetAddress.getLoopbackAddress(), 1);

    private final DelayLevels levels = DelayLevels.parse("1s 5m  2h 1d");

    @Test
    void shouldReadAllUnits() {
        assertThat(levels.delaysMs()).containsExactly(1_000L, 300_000L, 7_200_000L, 86_400_000L);
        assertThat(levels.delayMs(9)).as("beyond the highest").isEqualTo(86_400_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "s", "0s", "-1s", "1x", "99999999999999999d", "1s;5s", ""})
    void shouldShowWhatIsNoDelay(String text) {
        assertThatThrownBy(() -> DelayLevels.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldLetAMessageWaitInTheQueueOfItsLevel() {
        MessageToStore waiting = levels.schedule(message(Map.of("DELAY", "2", "TIMER_DELAY_MS", "5", "k", "v")));
        assertThat(waiting.topic()).isEqualTo("SCHEDULE_TOPIC_XXXX");
        assertThat(waiting.queueId()).isEqualTo(1);
        assertThat(waiting.properties().toMap())
                .isEqualTo(Map.of("DELAY", "2", "k", "v", "REAL_TOPIC", "T", "REAL_QID", "7"));
    }

    @Test
    void shouldTakeTheHighestLevelForAHigherOne() {
        MessageToStore waiting = levels.schedule(message(Map.of("DELAY", "99")));
        assertThat(waiting.queueId()).isEqualTo(3);
        assertThat(waiting.properties().toMap()).containsEntry("DELAY", "4");
    }

    @Test
    void shouldLeaveMessagesWithoutDelayAlone() {
        for (Map<String, String> properties : java.util.List.of(
                Map.<String, String>of(), Map.of("DELAY", "0"), Map.of("DELAY", "-1"), Map.of("DELAY", "soon"))) {
            MessageToStore message = message(properties);
            assertThat(levels.schedule(message)).isSameAs(message);
        }
    }

    private static MessageToStore message(Map<String, String> properties) {
        return new MessageToStore(
                "T", 7, 0, 0, 0, HOST, HOST, 0, 0, ByteBuffer.allocate(1), PropertyBytes.of(properties));
    }
}
