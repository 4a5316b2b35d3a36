package io.ferrymq.broker.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateMeterTest {
    @Test
    void shouldTellTheRateOfTheLastMinute() {
        RateMeter meter = new RateMeter();
        assertThat(meter.perSecond()).isZero();
        meter.sample(100, 0);
        assertThat(meter.perSecond()).isZero();
        meter.sample(300, 10_000);
        assertThat(meter.perSecond()).isEqualTo(20);
        for (int i = 2; i <= 20; i++) {
            meter.sample(300, i * 10_000L);
        }
        assertThat(meter.perSecond()).isZero();
    }
}
