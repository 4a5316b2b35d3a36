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

    @Test
    void shouldCountWhatCameBeforeTheFirstSample() {
        TopicCounters counters = new TopicCounters();
        counters.sample(0);
        counters.put("T", 1_234, 10);
        counters.sample(10_000);
        assertThat(counters.putTps("T")).isEqualTo(123.4);
    }
}
