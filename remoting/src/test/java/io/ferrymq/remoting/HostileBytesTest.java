package io.ferrymq.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever comes in, the connection is answered or closed and nothing stays behind. */
class HostileBytesTest {
    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = new TestServer(RemotingSettings.defaults());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void shouldServeOthers() throws Exception {
        try (RawPeer good = server.peer()) {
            assertThat(good.send(RawPeer.json(TestServer.ECHO_JSON)).readText()).contains("\"code\":0");
        }
    }

    private long usedBytes() {
        return ((PooledByteBufAllocator) server.threads.allocator()).pinnedDirectMemory();
    }

    static Stream<Arguments> garbage() {
        return Stream.of(
                Arguments.of("length 0", RawPeer.hex("00000000")),
                Arguments.of("length 3", RawPeer.hex("00000003 000000")),
                Arguments.of("length -1", RawPeer.hex("ffffffff 00000000")),
                Arguments.of("one more than allowed", RawPeer.hex("00fffffd 00000000")),
                Arguments.of("giant length", RawPeer.hex("7fffffff 00000000")),
                Arguments.of("header longer than frame", RawPeer.hex("00000008 00000005 7b7d7b7d")),
                Arguments.of("header of 16 MB in a small frame", RawPeer.hex("00000008 00ffffff 7b7d7b7d")),
                Arguments.of("unknown form", RawPeer.hex("00000006 02000002 7b7d")),
                Arguments.of("form -1", RawPeer.hex("00000006 ff000002 7b7d")),
                Arguments.of("no header", RawPeer.hex("00000004 00000000")),
                Arguments.of("no JSON", RawPeer.json("hello")),
                Arguments.of("cut JSON", RawPeer.json("{\"code\":10")),
                Arguments.of("cut string", RawPeer.json("{\"code}")),
                Arguments.of("cut escape", RawPeer.json("{\"remark\":\"\\u00}\"}")),
                Arguments.of("code no number", RawPeer.json("{\"code\":\"ten\"}")),
                Arguments.of("code too large", RawPeer.json("{\"code\":99999999999}")),
                Arguments.of("fields no object", RawPeer.json("{\"code\":9001,\"extFields\":[]}")),
                Arguments.of("fields a string", RawPeer.json("{\"code\":9001,\"extFields\":\"{\"}")),
                Arguments.of("field without value", RawPeer.json("{\"code\":9001,\"extFields\":{\"text\":}}")),
                Arguments.of("nested for ever", RawPeer.json("{\"a\":" + "[".repeat(100_000) + "}")),
                Arguments.of("binary header of 20 bytes", RawPeer.frame(1, new byte[20])),
                Arguments.of("negative remark", binary("ffffffff 00000000")),
                Arguments.of("remark beyond the header", binary("7fffffff 00000000")),
                Arguments.of("negative fields", binary("00000000 ffffffff")),
                Arguments.of("fields beyond the header", binary("00000000 00000001")),
                Arguments.of("negative name", binary("00000000 00000006 ffff 00000000")),
                Arguments.of("name beyond the fields", binary("00000000 00000006 7fff 00000000")),
                Arguments.of("negative value", binary("00000000 00000007 0001 61 80000000")),
                Arguments.of("value beyond the fields", binary("00000000 00000007 0001 61 7fffffff")),
                Arguments.of("half a field", binary("00000000 00000001 00")),
                Arguments.of(
                        "HTTP",
                        "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
                Arguments.of("almost a proxy", "PROXZ TCP4".getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
                Arguments.of(
                        "a bad proxy header",
                        "PROXY TCP4 999.1.1.1 x y z\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
                Arguments.of(
                        "a proxy header without an end",
                        ("PROXY " + "x".repeat(200)).getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
                Arguments.of("a handshake that is none", RawPeer.hex("16 0301 0005 0102030405")));
    }

    /** A binary request 9001 (echo) with what follows its flag. */
    private static byte[] binary(String rest) {
        byte[] tail = RawPeer.hex(rest);
        byte[] header = new byte[13 + tail.length];
        byte[] head = RawPeer.hex("2329 00 01df 00000007 00000000");
        System.arraycopy(head, 0, header, 0, head.length);
        System.arraycopy(tail, 0, header, head.length, tail.length);
        return RawPeer.frame(1, header);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("garbage")
    void shouldCloseAConnectionThatSendsGarbage(String what, byte[] bytes) throws Exception {
        try (RawPeer peer = server.peer()) {
            peer.send(bytes);
            if (bytes[0] == 0x16) {
                // TLS answers with an alert before it closes.
                await().until(peer::isClosedByPeer);
            } else {
                assertThat(peer.isClosedByPeer()).as(what).isTrue();
            }
        }
        shouldServeOthers();
        await().until(() -> usedBytes() == 0);
    }

    @Test
    @DisplayName("UP-023: random bytes by the thousand leave memory as it was")
    void up023_shouldSurviveRandomFrames() throws Exception {
        Random random = new Random(23);
        int closed = 0;
        for (int i = 0; i < 500; i++) {
            try (RawPeer peer = server.peer()) {
                byte[] bytes = new byte[1 + random.nextInt(2_000)];
                random.nextBytes(bytes);
                if (i % 2 == 0 && bytes.length > 8) {
                    // A length that fits, so that the header is looked at, in either form.
                    System.arraycopy(RawPeer.int32(bytes.length - 4), 0, bytes, 0, 4);
                    System.arraycopy(RawPeer.int32((i & 2) << 23 | random.nextInt(bytes.length)), 0, bytes, 4, 4);
                }
                peer.send(bytes);
            } catch (IOException closedWhileSending) {
                closed++;
            }
        }
        assertThat(closed)
                .as("connections that were closed before all was sent")
                .isLessThan(500);
        shouldServeOthers();
        await().until(() -> usedBytes() == 0);
    }

    @Test
    @DisplayName("UP-024: connections that come and go leave nothing behind")
    void up024_shouldForgetConnectionsThatEnd() throws Exception {
        shouldServeOthers();
        int threads = Thread.activeCount();
        for (int i = 0; i < 1_000; i++) {
            server.peer().close();
        }
        for (int i = 0; i < 100; i++) {
            try (RawPeer half = server.peer()) {
                half.sendHex("00000080 0000007c 7b22");
            }
        }
        shouldServeOthers();
        await().until(() -> usedBytes() == 0);
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads + 1);
    }
}
