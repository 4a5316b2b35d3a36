package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemReasonTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "finishConnect(..) failed with error(-111): Connection refused: /127.0.0.1:1 | Connection refused",
                "finishConnect(..) failed: Connection refused: localhost/127.0.0.1:1         | Connection refused",
                "Connection refused: /[0:0:0:0:0:0:0:1]:1                         | Connection refused",
                "bind(..) failed with error(-98): Address already in use          | Address already in use",
                "connection timed out after 3000 ms: /10.0.0.1:9876 | connection timed out after 3000 ms",
                "host name 'nowhere' is unknown                     | host name 'nowhere' is unknown"
            })
    void shouldSayWhatTheSystemSaid(String text, String reason) {
        assertThat(SystemReason.of(new IOException(text))).isEqualTo(reason);
    }

    @Test
    void shouldNameTheKindOfFailureWithoutWords() {
        assertThat(SystemReason.of(new IOException())).isEqualTo("IOException");
    }
}
