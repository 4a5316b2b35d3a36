package io.ferrymq.namesrv.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressRulesTest {
    private final AddressRules rules = AddressRules.parse(List.of(
            "203.0.113.128/25 10.0.0.2:10911=198.51.100.7:30911",
            "203.0.0.0/8 10.0.0.2:10911=wide:1",
            "2001:db8::/32 10.0.0.2:10911=[2001:db8::1]:1",
            "0.0.0.0/0 10.0.0.3:10911=everyone:1"));

    @ParameterizedTest
    @CsvSource({
        "203.0.113.200, 10.0.0.2:10911, 198.51.100.7:30911",
        "203.0.113.100, 10.0.0.2:10911, wide:1",
        "204.0.113.200, 10.0.0.2:10911, 10.0.0.2:10911",
        "2001:db8:ffff::9, 10.0.0.2:10911, [2001:db8::1]:1",
        "2001:db9::9, 10.0.0.2:10911, 10.0.0.2:10911",
        "1.2.3.4, 10.0.0.3:10911, everyone:1",
        "1.2.3.4, 10.0.0.4:10911, 10.0.0.4:10911"
    })
    void shouldShowTheAddressOfTheFirstRuleThatFits(String client, String registered, String shown) throws Exception {
        assertThat(rules.shown(InetAddress.getByName(client), registered)).isEqualTo(shown);
    }

    @Test
    void shouldTellRulesFromOtherTexts() {
        assertThat(AddressRules.areRules(List.of("10.0.0.0/8 a:1 = b:1"))).isTrue();
        for (String bad : List.of(
                "10.0.0.0 a:1=b:1", "10.0.0.0/33 a:1=b:1", "host/8 a:1=b:1", "10.0.0.0/8 a:1", "10.0.0.0/x a:1=b:1")) {
            assertThat(AddressRules.areRules(List.of(bad))).as(bad).isFalse();
        }
    }
}
