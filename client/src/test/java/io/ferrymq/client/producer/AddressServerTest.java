package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.message;
import static io.ferrymq.client.testing.Producers.started;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No address is configured: a web server knows the nameservers. */
class AddressServerTest {
    private static final String DOMAIN = "rocketmq.namesrv.domain";

    private final StubBroker broker = new StubBroker();
    private final StubNameServer names = new StubNameServer().route("T", 4, "a", broker.address());
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private HttpServer web;

    @BeforeEach
    void start() throws Exception {
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/rocketmq/nsaddr", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            byte[] answer = (names.address() + "\nsecond line\n").getBytes(UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(answer);
            }
        });
        web.start();
        System.setProperty(DOMAIN, "127.0.0.1:" + web.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        System.clearProperty(DOMAIN);
        web.stop(0);
        names.close();
        broker.close();
    }

    @Test
    void shouldAskForTheNameServers() throws Exception {
        DefaultMQProducer producer = started(null);
        assertThat(producer.send(message("T")).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        producer.shutdown();
        assertThat(asked).isNotEmpty().containsOnly("/rocketmq/nsaddr");
    }

    @Test
    void shouldNameItsUnit() throws Exception {
        DefaultMQProducer producer = started(null, settings -> settings.setUnitName("u1"));
        producer.send(message("T"));
        producer.shutdown();
        assertThat(asked).isNotEmpty().containsOnly("/rocketmq/nsaddr-u1?nofix=1");
    }

    @Test
    void shouldNotAskWhenAnAddressIsGiven() throws Exception {
        started(names.address()).shutdown();
        assertThat(asked).isEmpty();
    }

    @Test
    void shouldSayWhomItAsked() {
        web.removeContext("/rocketmq/nsaddr");
        assertThatThrownBy(() -> started(null))
                .isInstanceOfSatisfying(MQClientException.class, e -> assertThat(e.getResponseCode())
                        .isEqualTo(ClientErrorCode.NO_NAME_SERVER_EXCEPTION))
                .hasMessageContaining("/rocketmq/nsaddr")
                .hasMessageContaining(DOMAIN)
                .hasMessageContaining("status 404");
    }
}
