package io.ferrymq.namesrv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.RegisterBrokerResponseHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameServerTest {
    @TempDir
    Path directory;

    private NameServerFixture names;
    private RemotingClient master;
    private RemotingClient slave;
    private RemotingClient client;

    @BeforeEach
    void start() throws Exception {
        names = new NameServerFixture(directory, Map.of());
        master = names.peer();
        slave = names.peer();
        client = names.peer();
    }

    @AfterEach
    void stop() {
        master.close();
        slave.close();
        client.close();
        names.close();
    }

    @Test
    void shouldGiveTheRouteOfARegisteredTopic() throws Exception {
        assertThat(names.register(master, "C1", "a", 0, "10.0.0.2:10911", "T1").code())
                .isZero();
        Reply answer = names.register(slave, "C1", "a", 1, "10.0.0.3:10911", "T1");

        assertThat(answer.header(RegisterBrokerResponseHeader.class))
                .isEqualTo(new RegisterBrokerResponseHeader("10.0.0.2:10912", "10.0.0.2:10911"));
        assertThat(names.route(client, "T1").queueDatas()).containsExactly(new QueueData("a", 8, 8, 6, 0));
        assertThat(names.route(client, "T1").brokerDatas())
                .containsExactly(BrokerData.of("C1", "a", Map.of(0L, "10.0.0.2:10911", 1L, "10.0.0.3:10911")));
        assertThat(names.routeReply(client, "T2").code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
    }
}
