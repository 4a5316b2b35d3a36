package io.ferrymq.broker.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.remoting.protocol.header.HeartbeatResponseHeader;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LastBeatTest {
    private final LastBeat last = new LastBeat();
    private final Object earlier = new Object();
    private final Object later = new Object();

    private static StandingBeat beat(String body) {
        return StandingBeat.of(
                Unpooled.wrappedBuffer(body.getBytes(StandardCharsets.US_ASCII)),
                List.of(),
                List.of(),
                new HeartbeatResponseHeader(true, true, null));
    }

    @Test
    void shouldKeepTheLastThatCameWhicheverIsReadFirst() {
        last.reading(earlier);
        last.reading(later);
        last.read(later, beat("later"));
        last.read(earlier, beat("earlier"));

        assertThat(last.standing()).isEqualTo(beat("later"));
    }

    @Test
    void shouldForgetWhenAnotherComes() {
        last.reading(earlier);
        last.read(earlier, beat("earlier"));
        last.reading(later);

        assertThat(last.standing()).isNull();
        last.read(later, null);
        assertThat(last.standing()).isNull();
    }

    @Test
    void shouldNotKeepWhatWasNeverAnnounced() {
        last.read(earlier, beat("earlier"));

        assertThat(last.standing()).isNull();
    }
}
