package io.ferrymq.broker.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.Broker;
import io.ferrymq.broker.BrokerStartException;
import io.ferrymq.broker.TestBroker;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.GetRouteInfoRequestHeader;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistrationTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path dir;

    private NameServer first;
    private NameServer second;

    @BeforeEach
    void start() throws Exception {
        first = NameServer.start(NamesrvConfig.embedded(dir.resolve("ns1")));
        second = NameServer.start(NamesrvConfig.embedded(dir.resolve("ns2")));
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
    }

    private TestBroker broker(String namesrvAddr) {
        return TestBroker.start(dir.resolve("store"), "namesrvAddr", namesrvAddr);
    }

    private static boolean knows(TestBroker broker, NameServer server, String topic) throws Exception {
        Reply route = broker.client()
                .call(
                        server.addressText(),
                        Request.of(
                                RequestCode.GET_ROUTEINFO_BY_TOPIC,
                                new GetRouteInfoRequestHeader(topic, true, null, null)),
                        10_000);
        return route.isSuccess()
                && Json.decode(route.body(), TopicRouteData.class).brokerDatas().stream()
                        .anyMatch(data ->
                                data.brokerAddrs().containsValue(broker.broker().address()));
    }

    @Test
    void shouldBeKnownEverywhereWhenStartReturnsAndNowhereAfterClose() throws Exception {
        TestBroker broker = broker(first.addressText() + ";" + second.addressText());
        try {
            assertThat(knows(broker, first, "TBW102")).isTrue();
            assertThat(knows(broker, second, "TBW102")).isTrue();
            broker.createTopic("T", 2);
            await().atMost(SOON).until(() -> knows(broker, first, "T") && knows(broker, second, "T"));
        } finally {
            broker.close();
        }
        try (TestBroker other = TestBroker.start(dir.resolve("other"))) {
            await().atMost(SOON).until(() -> !knows(other, first, "T"));
        }
    }

    @Test
    void shouldTellNameserversOfATopicThatASendCreated() throws Exception {
        try (TestBroker broker = broker(first.addressText())) {
            broker.send("Auto", 0, Map.of(), new byte[1]);
            await().atMost(SOON).until(() -> knows(broker, first, "Auto"));
        }
    }

    @Test
    @DisplayName("UP-018: a change of namesrvAddr takes effect at once, and the answer says so")
    void up018_shouldFollowAChangedList() throws Exception {
        try (TestBroker broker = broker(first.addressText())) {
            Reply reply = broker.call(Request.of(
                    RequestCode.UPDATE_BROKER_CONFIG,
                    ("namesrvAddr=" + second.addressText()).getBytes(StandardCharsets.UTF_8)));
            assertThat(reply.code()).isZero();
            assertThat(reply.remark()).startsWith("effective now: namesrvAddr");
            await().atMost(SOON).until(() -> knows(broker, second, "TBW102") && !knows(broker, first, "TBW102"));
        }
    }

    @Test
    @DisplayName("UP-025: a nameserver that was away is told again within seconds")
    void up025_shouldRegisterAgainSoonAfterANameserverCameBack() throws Exception {
        try (TestBroker broker = broker(first.addressText())) {
            int port = first.address().getPort();
            first.close();
            first = NameServer.start(
                    NamesrvConfig.embedded(dir.resolve("ns1")).with(Map.of("listenPort", Integer.toString(port))));
            await().atMost(SOON).until(() -> knows(broker, first, "TBW102"));
        }
    }

    @Test
    @DisplayName("UP-022: a second broker of the same name and id is refused while the first is alive")
    void up022_shouldNotStartUnderANameThatIsTaken() {
        try (TestBroker broker = broker(first.addressText())) {
            assertThat(broker.broker().address()).isNotEmpty();
            assertThatThrownBy(() -> Broker.start(BrokerConfig.of(
                            TestBroker.settings(dir.resolve("store2"), "namesrvAddr", first.addressText()))))
                    .isInstanceOf(BrokerStartException.class)
                    .hasMessageContaining("refused")
                    .hasMessageContaining("broker-a");
        }
    }

    @Test
    void shouldStartWithoutItsNameserver() throws Exception {
        String away = second.addressText();
        second.close();
        try (TestBroker broker = broker(away + ";" + first.addressText())) {
            assertThat(knows(broker, first, "TBW102")).isTrue();
        }
    }
}
