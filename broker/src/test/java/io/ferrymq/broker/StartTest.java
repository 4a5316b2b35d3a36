package io.ferrymq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartTest {
    @TempDir
    private Path store;

    @Test
    @DisplayName(
            "UP-007: a port that is taken stops the start within 2 s with port, role and key; nothing stays behind")
    void up007_shouldNameThePortThatCannotBeHad() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            int fast = taken.getLocalPort();
            String main = Integer.toString(fast + 2);
            long beganNs = System.nanoTime();
            assertThatThrownBy(() -> start("listenPort", main))
                    .isInstanceOf(BrokerStartException.class)
                    .hasMessageContaining("port " + fast)
                    .hasMessageContaining("fast port")
                    .hasMessageContaining("listenPort " + main)
                    .hasMessageEndingWith("]:" + fast + ": Address already in use; choose another port, or stop the"
                            + " process that holds this one (ss -ltnp shows it)");
            assertThat(Duration.ofNanos(System.nanoTime() - beganNs)).isLessThan(Duration.ofSeconds(10));
            assertThat(store.resolve("lock")).as("the store was not touched").doesNotExist();
            try (ServerSocket free = new ServerSocket(fast + 2)) {
                assertThat(free.isBound()).isTrue();
            }
        }
    }

    @Test
    @DisplayName("UP-007: the same for the port for slaves, which nobody configured")
    void up007_shouldNameThePortForSlavesThatCannotBeHad() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            int ha = taken.getLocalPort();
            String main = Integer.toString(ha - 1);
            assertThatThrownBy(() -> start("listenPort", main))
                    .isInstanceOf(BrokerStartException.class)
                    .hasMessageContaining("port " + ha)
                    .hasMessageContaining("port for slaves, one above listenPort " + main)
                    .hasMessageContaining("haListenPort");
            assertThat(store.resolve("lock")).as("the store was not touched").doesNotExist();
        }
    }

    @Test
    void shouldNotStartAsAnElectedMember() {
        assertThatThrownBy(() -> start("enableControllerMode", "true"))
                .hasMessageContaining("enableControllerMode")
                .hasMessageContaining("brokerRole");
    }

    private Broker start(String... settings) {
        return Broker.start(BrokerConfig.of(TestBroker.settings(store, settings)));
    }

    @Test
    void shouldRefuseADirectoryThatAnotherBrokerHolds() {
        try (Broker first = start()) {
            assertThat(first.address()).startsWith("127.0.0.1:");
            assertThatThrownBy(this::start)
                    .isInstanceOf(BrokerStartException.class)
                    .hasMessageContaining(store.toString());
        }
        start().close();
    }

    @Test
    void shouldRefuseADirectoryThatIsAFile() throws Exception {
        Path file = Files.createFile(store.resolve("file"));
        assertThatThrownBy(() -> start("storePathRootDir", file.toString()))
                .isInstanceOf(BrokerStartException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void shouldRefuseToBeASlaveWithoutAnId() {
        assertThatThrownBy(() -> start("brokerRole", "SLAVE"))
                .isInstanceOf(BrokerStartException.class)
                .hasMessageContaining("brokerId above 0");
    }

    @Test
    void shouldTellThatNoSlaveHasTheMessage() throws Exception {
        try (TestBroker broker = TestBroker.start(store, "brokerRole", "SYNC_MASTER")) {
            broker.createTopic("T", 1);
            var waiting = broker.send("T", 0, Map.of(), new byte[1]);
            assertThat(waiting.code()).isEqualTo(ResponseCode.SLAVE_NOT_AVAILABLE);
            assertThat(waiting.header(SendMessageResponseHeader.class).queueOffset())
                    .isZero();
            assertThat(broker.send("T", 0, Map.of("WAIT", "false"), new byte[1]).code())
                    .isZero();
        }
    }

    @Test
    void shouldAnswerASynchronousFlushFromTheDisk() throws Exception {
        try (TestBroker broker = TestBroker.start(store, "flushDiskType", "SYNC_FLUSH")) {
            broker.createTopic("T", 1);
            for (int i = 0; i < 20; i++) {
                assertThat(broker.send("T", 0, Map.of(), new byte[10])
                                .header(SendMessageResponseHeader.class)
                                .queueOffset())
                        .isEqualTo(i);
            }
        }
    }

    @Test
    void shouldKeepTopicsAndOffsetsThroughARestart() throws Exception {
        try (TestBroker broker = TestBroker.start(store)) {
            broker.send("Auto", 0, Map.of(), new byte[1]);
        }
        try (TestBroker broker = TestBroker.start(store, "autoCreateTopicEnable", "false")) {
            assertThat(broker.send("Auto", 0, Map.of(), new byte[1])
                            .header(SendMessageResponseHeader.class)
                            .queueOffset())
                    .isEqualTo(1);
            var refused = broker.send("Other", 0, Map.of(), new byte[1]);
            assertThat(refused.code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
            assertThat(refused.remark()).contains("autoCreateTopicEnable is false");
        }
    }

    @Test
    void shouldServeEverythingButPullsOnTheFastPort() throws Exception {
        try (TestBroker broker = TestBroker.start(store)) {
            String fast = "127.0.0.1:" + broker.broker().fastPort();
            assertThat(broker.client()
                            .call(fast, TestBroker.send(TestBroker.header("T", 0, Map.of()), new byte[1]), 20_000)
                            .code())
                    .isZero();
            assertThat(broker.client()
                            .call(fast, Request.of(RequestCode.PULL_MESSAGE), 20_000)
                            .code())
                    .isEqualTo(ResponseCode.REQUEST_CODE_NOT_SUPPORTED);
        }
    }

    @Test
    @DisplayName("UP-013: the broker is reached over IPv6, too, and its ids hold the address")
    void up013_shouldServeIpv6() throws Exception {
        org.junit.jupiter.api.Assumptions.assumeTrue(hasIpv6Loopback());
        try (TestBroker broker = TestBroker.start(store, "brokerIP1", "::1")) {
            assertThat(broker.broker().address()).startsWith("[::1]:");
            var reply = broker.send("T", 0, Map.of(), new byte[1]);
            assertThat(reply.code()).as(reply.remark()).isZero();
            assertThat(reply.header(SendMessageResponseHeader.class).msgId()).hasSize(56);
        }
    }

    private static boolean hasIpv6Loopback() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
            return socket.isBound();
        } catch (java.io.IOException e) {
            return false;
        }
    }

    @Test
    @DisplayName("UP-012: a name in brokerIP1 is passed on as it is")
    void up012_shouldAdvertiseAName() {
        try (Broker broker = start("brokerIP1", "localhost")) {
            assertThat(broker.address()).startsWith("localhost:");
        }
    }
}
