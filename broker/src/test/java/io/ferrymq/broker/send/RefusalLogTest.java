package io.ferrymq.broker.send;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RefusalLogTest {
    @Test
    @DisplayName("UP-168: one warning a minute, also when the clock goes back")
    void up168_shouldWarnOnceAMinute() {
        RefusalLog log = new RefusalLog();
        assertThat(log.refused("T", "full", 1_000_000)).isTrue();
        assertThat(log.refused("T", "full", 1_000_001)).isFalse();
        assertThat(log.refused("T", "full", 1_059_999)).isFalse();
        assertThat(log.refused("T", "full", 1_060_000)).isTrue();
        assertThat(log.refused("T", "full", 1_119_999)).isFalse();
        assertThat(log.refused("T", "full", 100))
                .as("long ago: the clock was set back")
                .isTrue();
    }
}
