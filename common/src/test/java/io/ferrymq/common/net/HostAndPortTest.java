package io.ferrymq.common.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostAndPortTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.2:9876,       10.0.0.2,   9876",
        "namesrv-a.prod:9876, namesrv-a.prod, 9876",
        "host_1:1,            host_1,     1",
        "[::1]:9876,          ::1,        9876",
        "[fe80::1%eth0]:65535, fe80::1%eth0, 65535",
        "2001:db8::1:9876,    2001:db8::1, 9876",
    })
    @DisplayName("UP-013: host names, IPv4 and IPv6 addresses are all read")
    void up013_shouldReadEveryForm(String text, String host, int port) {
        assertThat(HostAndPort.parse(text)).isEqualTo(new HostAndPort(host, port));
    }

    @Test
    @DisplayName("UP-008: lists take ; and , and blanks")
    void up008_shouldReadListsWithBlanksAndBothSeparators() {
        assertThat(HostAndPort.parseList(" a:1 ; 10.0.0.2:2,[::1]:3 ;; "))
                .containsExactly(new HostAndPort("a", 1), new HostAndPort("10.0.0.2", 2), new HostAndPort("::1", 3));
        assertThat(HostAndPort.parseList("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "a:", "a:x", "a:0", "a:65536", ":1", "[::1:1", "::1]:1", "a b:1", "http://a:1", "[]:1"})
    @DisplayName("UP-008: an error shows the offending token in quotes")
    void up008_shouldShowTheOffendingToken(String token) {
        assertThatThrownBy(() -> HostAndPort.parseList("good:1; " + token + " ;other:2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + token + "' is not an address like");
    }

    @Test
    void shouldWriteIpv6InBrackets() throws Exception {
        InetAddress v6 =
                InetAddress.getByAddress(new byte[] {0x20, 1, 0xd, (byte) 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});

        assertThat(HostAndPort.of(new InetSocketAddress(v6, 80))).hasToString("[2001:db8:0:0:0:0:0:1]:80");
        assertThat(HostAndPort.of(InetSocketAddress.createUnresolved("broker", 80)))
                .hasToString("broker:80");
        assertThat(HostAndPort.format("[::1]", 80)).isEqualTo("[::1]:80");
        assertThat(HostAndPort.parse("[::1]:80").resolve().getPort()).isEqualTo(80);
        assertThat(HostAndPort.parse("a:80").unresolved().isUnresolved()).isTrue();
        assertThatThrownBy(() -> new HostAndPort("a", 70_000)).hasMessageContaining("70000");
    }
}
