package io.ferrymq.distribution.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyTest {
    @Test
    void shouldPrintADashMillisecondsOrSeconds() {
        Histogram micros = new Histogram(3);
        assertThat(Latency.at(micros, 50)).isEqualTo("–");
        micros.recordValue(1_500);
        assertThat(Latency.at(micros, 100)).isEqualTo("1.500 ms");
        micros.recordValue(90_000_000);
        assertThat(Latency.at(micros, 50)).isEqualTo("1.500 ms");
        assertThat(Latency.at(micros, 100)).isEqualTo("90.0 s");
    }
}
