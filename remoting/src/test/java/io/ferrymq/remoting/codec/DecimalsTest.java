package io.ferrymq.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers are read as {@link Long} reads them, and refused where it refuses them. */
class DecimalsTest {
    private static long parse(String text) {
        byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        return Decimals.parse(bytes, 1, bytes.length - 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "7",
                "-1",
                "+3",
                "1700000000000",
                "999999999999999999",
                "-999999999999999999",
                "1000000000000000000",
                "9223372036854775807",
                "-9223372036854775808",
                "-9223372036854775807",
                "0000000000000000001"
            })
    void shouldReadWhatFits(String text) {
        assertThat(parse(text)).isEqualTo(Long.parseLong(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"9223372036854775808", "-9223372036854775809", "9999999999999999999", "-9999999999999999999"})
    void shouldRefuseWhatOverflows(String text) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-", "+", "1 ", " 1", "1-", "0x1", "1.0", "٣", "12345678901234567890", "123456789012345678/"
            })
    void shouldRefuseWhatIsNoNumber(String text) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 9, 10, 99, 100, 12345678901L, 999999999999999999L, 1000000000000000000L, Long.MAX_VALUE})
    void shouldCountDigits(long number) {
        assertThat(Decimals.digits(number)).isEqualTo(Long.toString(number).length());
    }
}
