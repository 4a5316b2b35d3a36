package io.ferrymq.broker.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.broker.TestBroker;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.topic.AutoCreation;
import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.broker.topic.TopicTables;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingServer;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageCodec;
import io.ferrymq.store.AppendResult.Refusal;
import io.ferrymq.store.AppendResult.Refused;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that is held for longer than it should be. */
class BusyTest {
    @TempDir
    private Path dir;

    private final AtomicLong heldMs = new AtomicLong();

    @Test
    void shouldTurnSendsAwayAtOnceWhileTheLogIsHeldForTooLong() throws Exception {
        BrokerConfig config = BrokerConfig.of(Map.of());
        TopicTable topics = TopicTables.open(dir, () -> 1, Runnable::run);
        topics.put(TopicConfig.of("T", 4));
        SendChecks checks = new SendChecks(
                "broker",
                () -> null,
                topics,
                new AutoCreation(topics, new LiveConfig(config), (topic, template) -> {}),
                () -> 1,
                heldMs::get,
                1_000);
        HandlerTable table = HandlerTable.builder()
                .on(RequestCode.SEND_MESSAGE_V2, SendMessageCodec.V2, (context, header, body) -> {
                    if (checks.topicFor(context, config, header) != null) {
                        context.respond(ResponseCode.SUCCESS, null);
                    }
                })
                .build();
        try (IoThreads threads = new IoThreads("busy", 1);
                RemotingServer server =
                        new RemotingServer(threads, RemotingSettings.defaults(), () -> {}, connection -> {});
                RemotingClient client =
                        new RemotingClient(threads, RemotingSettings.defaults(), HandlerTable.empty())) {
            int port = server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), table)
                    .getPort();
            heldMs.set(1_000);
            assertThat(send(client, port).code()).isEqualTo(ResponseCode.SUCCESS);
            heldMs.set(1_001);
            Reply refused = send(client, port);
            assertThat(refused.code()).isEqualTo(ResponseCode.SYSTEM_BUSY);
            assertThat(refused.remark())
                    .startsWith("[REJECTREQUEST]system busy, start flow control for a while")
                    .contains("1001 ms", "at most 1000 (osPageCacheBusyTimeOutMills)");
            heldMs.set(0);
            assertThat(send(client, port).code()).isEqualTo(ResponseCode.SUCCESS);
        }
    }

    private static Reply send(RemotingClient client, int port) throws Exception {
        return client.call(
                "127.0.0.1:" + port, TestBroker.send(TestBroker.header("T", 0, Map.of()), new byte[1]), 20_000);
    }

    @Test
    void shouldSayThatTheStoreWasBusy() {
        Refused busy = Refused.of(Refusal.BUSY, "the log has been busy");
        assertThat(SendAnswers.remarkOf(busy))
                .isEqualTo("[PC_SYNCHRONIZED]broker busy, start flow control for a while: the log has been busy");
        assertThat(SendAnswers.remarkOf(Refused.of(Refusal.DISK_FULL, "full"))).isEqualTo("full");
    }
}
