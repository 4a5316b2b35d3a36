package io.ferrymq.client.impl.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FlowLimitsTest {
    private static PushSettings settings(int ofTopic, int mibOfTopic) {
        return new PushSettings(
                1_000, ofTopic, 100, mibOfTopic, 2_000, 32, 262_144, 0, 1, false, 1_000, -1, 1_000, 60_000);
    }

    @Test
    void shouldBeThoseOfAQueueWithoutLimitsOfTheTopic() {
        assertThat(FlowLimits.of(settings(-1, -1), 8, false)).isEqualTo(new FlowLimits(1_000, 100L << 20, 2_000));
    }

    @Test
    @DisplayName("Limits of a topic are shared evenly by its queues here, and replace those of a queue")
    void shouldShareTheLimitsOfATopic() {
        assertThat(FlowLimits.of(settings(800, 80), 8, false)).isEqualTo(new FlowLimits(100, 10L << 20, 2_000));
        assertThat(FlowLimits.of(settings(5, 3), 8, false))
                .as("1 at least")
                .isEqualTo(new FlowLimits(1, 1L << 20, 2_000));
        assertThat(FlowLimits.of(settings(800, -1), 0, false).count()).isEqualTo(800);
    }

    @Test
    void shouldKnowNoSpanInOrder() {
        assertThat(FlowLimits.of(settings(-1, -1), 8, true).span()).isEqualTo(Long.MAX_VALUE);
    }
}
