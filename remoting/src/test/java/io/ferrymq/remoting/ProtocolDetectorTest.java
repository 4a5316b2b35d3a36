package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.ferrymq.common.config.ConfigException;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.tls.TlsSettings;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** What a port does with the first bytes of a connection (spec: remoting 1.8). */
class ProtocolDetectorTest {
    private static final byte[] PROXY_V2_TCP4 = RawPeer.hex(
            "0d0a0d0a000d0a515549540a" // signature
                    + "21 11 000c" // version 2, PROXY; TCP over IPv4; 12 bytes
                    + "cb007107 0a000002" // 203.0.113.7 to 10.0.0.2
                    + "1f90 2a9f"); // 8080 to 10911
    private static final byte[] PROXY_V2_LOCAL = RawPeer.hex("0d0a0d0a000d0a515549540a 20 00 0000");

    private static RemotingSettings settings(String... keysAndValues) {
        Map<String, String> map = new java.util.HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return RemotingSettings.defaults().withTls(TlsSettings.parse(map));
    }

    @ParameterizedTest
    @CsvSource({"disabled,true,false", "permissive,true,true", "enforcing,false,true"})
    void shouldServePlainAndTlsAsTheModeSays(String mode, boolean plain, boolean tls) throws Exception {
        RemotingSettings serverSettings = settings("tls.server.mode", mode);
        try (TestServer server = new TestServer(serverSettings);
                IoThreads threads = new IoThreads("tls-client", 1);
                RemotingClient plainClient = new RemotingClient(threads, settings(), HandlerTable.empty());
                RemotingClient tlsClient =
                        new RemotingClient(threads, settings("tls.enable", "true"), HandlerTable.empty())) {
            assertServes(plainClient, server, plain);
            assertServes(tlsClient, server, tls);
            assertServes(tlsClient, server, tls);
        }
    }

    private static void assertServes(RemotingClient client, TestServer server, boolean serves) throws Exception {
        byte[] body = new byte[300_000];
        body[299_999] = 7;
        Request<TestServer.EchoHeader> request = Request.of(TestServer.ECHO, new TestServer.EchoHeader("x", 1, null))
                .withBody(body);
        if (serves) {
            assertThat(client.call(server.text(), request, 30_000).body()).isEqualTo(body);
        } else {
            assertThatThrownBy(() -> client.call(server.text(), request, 30_000))
                    .isInstanceOf(RemotingException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PROXY TCP4 203.0.113.7 10.0.0.2 8080 10911, 203.0.113.7:8080 far",
        "PROXY TCP6 2001:db8::7 2001:db8::2 8080 10911, [2001:db8:0:0:0:0:0:7]:8080 far",
        "PROXY TCP4 127.0.0.1 10.0.0.2 8080 10911, 127.0.0.1:8080 far"
    })
    void shouldTakeTheClientsAddressFromAProxy(String header, String seen) throws Exception {
        try (TestServer server = new TestServer(settings());
                RawPeer peer = server.peer()) {
            peer.send(header + "\r\n");
            assertThat(peer.send(RawPeer.json(TestServer.WHO_JSON)).readText()).endsWith(seen);
            assertThat(peer.send(RawPeer.json(TestServer.WHO_JSON)).readText()).endsWith(seen);
        }
    }

    @Test
    void shouldTakeTheClientsAddressFromABinaryHeaderInOnePacketWithARequest() throws Exception {
        try (TestServer server = new TestServer(settings());
                RawPeer peer = server.peer()) {
            byte[] request = RawPeer.json(TestServer.WHO_JSON);
            byte[] both = java.util.Arrays.copyOf(PROXY_V2_TCP4, PROXY_V2_TCP4.length + request.length);
            System.arraycopy(request, 0, both, PROXY_V2_TCP4.length, request.length);
            assertThat(peer.send(both).readText()).endsWith("203.0.113.7:8080 far");
        }
    }

    @Test
    void shouldReadAHeaderThatComesByteByByte() throws Exception {
        try (TestServer server = new TestServer(settings());
                RawPeer peer = server.peer()) {
            for (byte b : PROXY_V2_TCP4) {
                peer.send(new byte[] {b});
            }
            assertThat(peer.send(RawPeer.json(TestServer.WHO_JSON)).readText()).endsWith("203.0.113.7:8080 far");
        }
    }

    @Test
    void shouldKeepTheProxysOwnAddressWhenItTellsNone() throws Exception {
        for (byte[] header :
                new byte[][] {PROXY_V2_LOCAL, "PROXY UNKNOWN\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII)
                }) {
            try (TestServer server = new TestServer(settings());
                    RawPeer peer = server.peer()) {
                assertThat(peer.send(header)
                                .send(RawPeer.json(TestServer.WHO_JSON))
                                .readText())
                        .contains("127.0.0.1:")
                        .endsWith(" far");
            }
        }
    }

    @Test
    void shouldFindTlsBehindAProxy() throws Exception {
        try (TestServer server = new TestServer(settings());
                RawPeer peer = server.peer()) {
            try (RawPeer secure = peer.send(PROXY_V2_TCP4).startTls()) {
                assertThat(secure.send(RawPeer.json(TestServer.WHO_JSON)).readText())
                        .endsWith("203.0.113.7:8080 far");
            }
        }
    }

    @Test
    void shouldTellOnceWhyAConnectionIsClosed() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(ConnectionHandler.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        logger.addAppender(log);
        try (IoThreads threads = new IoThreads("plain-client", 1);
                RemotingClient client = new RemotingClient(threads, settings(), HandlerTable.empty())) {
            try (TestServer server = new TestServer(settings("tls.server.mode", "enforcing"))) {
                assertServes(client, server, false);
            }
            // The server has closed its connections by now.
            assertThat(log.list)
                    .filteredOn(event -> event.getLevel() == Level.WARN)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .singleElement()
                    .asString()
                    .endsWith("only TLS is served (tls.server.mode)");
        } finally {
            logger.detachAppender(log);
        }
    }

    @Test
    void shouldNotTakeASecondHeader() throws Exception {
        try (TestServer server = new TestServer(settings());
                RawPeer peer = server.peer()) {
            peer.send(PROXY_V2_TCP4).send(PROXY_V2_TCP4);
            assertThat(peer.isClosedByPeer()).isTrue();
        }
    }

    @Test
    void shouldServePlainWithoutAnyCertificate() throws Exception {
        try (TestServer server = new TestServer(settings("tls.test.mode.enable", "false"));
                RawPeer plain = server.peer();
                RawPeer secure = server.peer()) {
            assertThat(plain.send(RawPeer.json(TestServer.WHO_JSON)).readText()).endsWith(" here");
            assertThat(secure.sendHex("16 0301 0005 0102030405").isClosedByPeer())
                    .isTrue();
        }
        assertThatThrownBy(
                        () -> new TestServer(settings("tls.test.mode.enable", "false", "tls.server.mode", "enforcing")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("tls.server.certPath");
    }
}
