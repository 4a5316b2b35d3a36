package io.ferrymq.distribution.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.broker.Broker;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import io.ferrymq.remoting.codec.SerializeType;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RequestFuzzTest {
    private static final Set<Integer> STORING = Set.of(
            RequestCode.SEND_MESSAGE,
            RequestCode.SEND_MESSAGE_V2,
            RequestCode.SEND_BATCH_MESSAGE,
            RequestCode.CONSUMER_SEND_MSG_BACK);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    @DisplayName("UP-205: any request is answered with a reason that names what is wrong")
    void up205_shouldAnswerAnyRequestToABroker(SerializeType form) throws Exception {
        try (Broker broker = Broker.start(BrokerConfig.of(Map.of(
                        "listenPort", "0",
                        "brokerIP1", "127.0.0.1",
                        "brokerName", "broker-a",
                        "storePathRootDir", directory.toString(),
                        "mappedFileSizeCommitLog", Integer.toString(16 << 20),
                        "maxHashSlotNum", "1000",
                        "maxIndexNum", "4000")));
                RawPeer observer = new RawPeer(broker.address(), SerializeType.JSON)) {
            Fuzz fuzz = new Fuzz(broker.address(), form, () -> logEnd(observer), STORING);
            int sent = 0;
            for (int code : fuzz.codes().keySet()) {
                fuzz.run(code);
                requireAlive(observer, code, sent++);
            }
            assertThat(fuzz.problems()).isEmpty();
            assertThat(fuzz.answered()).isGreaterThan(4_000);
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    @DisplayName("UP-205: any request to a nameserver is answered with a reason that names what is wrong")
    void up205_shouldAnswerAnyRequestToANameServer(SerializeType form) throws Exception {
        try (NameServer nameServer = NameServer.start(NamesrvConfig.embedded(directory));
                RawPeer observer = new RawPeer(nameServer.addressText(), form)) {
            Fuzz fuzz = new Fuzz(nameServer.addressText(), form, () -> 0, Set.of());
            for (int code : fuzz.codes().keySet()) {
                fuzz.run(code);
                observer.send(RequestCode.GET_BROKER_CLUSTER_INFO, code, 0, Map.of(), new byte[0]);
                assertThat(observer.read().orElseThrow().code()).isZero();
            }
            assertThat(fuzz.problems()).isEmpty();
            assertThat(fuzz.answered()).isGreaterThan(800);
        }
    }

    private static long logEnd(RawPeer observer) {
        try {
            observer.send(RequestCode.GET_BROKER_RUNTIME_INFO, 1, 0, Map.of(), new byte[0]);
            Map<?, ?> body = Json.decode(observer.read().orElseThrow().body(), Map.class);
            return Long.parseLong((String) ((Map<?, ?>) body.get("table")).get("commitLogMaxOffset"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void requireAlive(RawPeer observer, int code, int sent) throws IOException {
        byte[] body = ("alive after " + code).getBytes(StandardCharsets.UTF_8);
        Map<String, String> send = Map.of(
                "a",
                "producers",
                "b",
                "alive",
                "c",
                "TBW102",
                "d",
                "1",
                "e",
                "0",
                "f",
                "0",
                "g",
                "1",
                "h",
                "0",
                "i",
                "");
        observer.send(RequestCode.SEND_MESSAGE_V2, 1, 0, send, body);
        RawPeer.Answer sendAnswer = observer.read().orElseThrow();
        assertThat(sendAnswer.code())
                .as("send after %d: %s", code, sendAnswer.remark())
                .isZero();
        Map<String, String> pull = new java.util.HashMap<>(Map.of(
                "topic",
                "alive",
                "queueId",
                "0",
                "queueOffset",
                Integer.toString(sent),
                "maxMsgNums",
                "1",
                "sysFlag",
                "4",
                "commitOffset",
                "0",
                "suspendTimeoutMillis",
                "0",
                "subVersion",
                "0",
                "subscription",
                "*"));
        pull.put("consumerGroup", "alive");
        observer.send(RequestCode.PULL_MESSAGE, 2, 0, pull, new byte[0]);
        RawPeer.Answer pulled = observer.read().orElseThrow();
        assertThat(pulled.code()).as("pull after %d: %s", code, pulled.remark()).isZero();
        assertThat(new String(pulled.body(), StandardCharsets.UTF_8)).contains("alive after " + code);
    }
}
