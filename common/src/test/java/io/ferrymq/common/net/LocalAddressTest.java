package io.ferrymq.common.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.net.LocalAddress.Candidate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalAddressTest {
    private static Candidate card(String name, int index, String address) throws Exception {
        return new Candidate(name, index, InetAddress.getByName(address), LocalAddress.isVirtualName(name));
    }

    @Test
    void shouldNameAnAddressToConnectToForEveryListeningOne() throws Exception {
        HostAndPort chosen = HostAndPort.of(new InetSocketAddress(LocalAddress.choose(), 9876));
        for (String wildcard : List.of("0.0.0.0", "::")) {
            assertThat(LocalAddress.reachable(new InetSocketAddress(wildcard, 9876)))
                    .isEqualTo(chosen);
        }
        assertThat(LocalAddress.reachable(new InetSocketAddress("127.0.0.1", 9876)))
                .hasToString("127.0.0.1:9876");
    }

    @Test
    @DisplayName("UP-010: the choice is the same each time, bridges last, and is told with all candidates")
    void up010_shouldChooseTheSameCardInAnyOrder() throws Exception {
        List<Candidate> cards = new ArrayList<>(List.of(
                card("lo", 1, "127.0.0.1"),
                card("docker0", 2, "172.17.0.1"),
                card("eth1", 4, "192.168.7.9"),
                card("eth0", 3, "10.0.0.2"),
                card("eth0", 3, "2001:db8::2"),
                card("eth0", 3, "fe80::2"),
                card("veth12", 9, "10.1.1.1")));

        for (int seed = 0; seed < 20; seed++) {
            Collections.shuffle(cards, new Random(seed));
            LocalAddress found = LocalAddress.of(cards);

            assertThat(found.chosen().getHostAddress()).isEqualTo("10.0.0.2");
            assertThat(found.candidates())
                    .extracting(candidate -> candidate.address().getHostAddress())
                    .containsExactly(
                            "10.0.0.2",
                            "192.168.7.9",
                            "2001:db8:0:0:0:0:0:2",
                            "172.17.0.1",
                            "10.1.1.1",
                            "fe80:0:0:0:0:0:0:2",
                            "127.0.0.1");
            assertThat(found.describe())
                    .startsWith(
                            "10.0.0.2, chosen from [10.0.0.2 (eth0), 192.168.7.9 (eth1), [2001:db8:0:0:0:0:0:2] (eth0)");
        }
    }

    @Test
    void shouldTakeABridgeOrTheLoopbackWhenThereIsNothingElse() throws Exception {
        assertThat(LocalAddress.of(List.of(card("lo", 1, "127.0.0.1"), card("docker0", 2, "172.17.0.1")))
                        .chosen()
                        .getHostAddress())
                .isEqualTo("172.17.0.1");
        assertThat(LocalAddress.of(List.of()).chosen().isLoopbackAddress()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"docker0", "br-12ab", "virbr0", "veth7", "cni0", "flannel.1", "cali123", "VMnet8", "tun0"})
    void shouldKnowVirtualCardsByName(String name) {
        assertThat(LocalAddress.isVirtualName(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"eth0", "ens3", "enp0s31f6", "wlan0", "bond0", "en0", "br0"})
    void shouldTakeOtherCardsForReal(String name) {
        assertThat(LocalAddress.isVirtualName(name)).isFalse();
    }

    @Test
    void shouldFindAnAddressOfThisMachine() {
        assertThat(LocalAddress.find().candidates()).isNotEmpty();
        assertThat(LocalAddress.choose()).isEqualTo(LocalAddress.find().chosen());
    }
}
