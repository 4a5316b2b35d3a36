package io.ferrymq.distribution.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.common.TopicFilterType;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.GetRouteInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.WipeWritePermRequestHeader;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The published broker 5.5.0 registers at our nameserver. */
class PeerBrokerOnOurNameServerTest {
    private static final Duration WAIT_MAX = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    private NameServer names;
    private RemotingClient client;

    @Test
    @DisplayName("UP-215: a broker of RocketMQ's and a nameserver of ours")
    void up215_shouldServeThePublishedBroker() throws Exception {
        try (NameServer ours = NameServer.start(NamesrvConfig.embedded(folder.resolve("ours")));
                IoThreads threads = new IoThreads("interop", 1);
                RemotingClient calls = new RemotingClient(threads, RemotingSettings.defaults(), HandlerTable.empty());
                PeerServers peer = new PeerServers(folder)) {
            names = ours;
            client = calls;
            peer.startBroker(names.addressText(), folder.resolve("store"));
            await("the whole registration").atMost(WAIT_MAX).until(() -> route("SELF_TEST_TOPIC") != null);
            assertThat(route("SELF_TEST_TOPIC").brokerDatas().get(0).masterAddr())
                    .isEqualTo(peer.broker());

            create(peer.broker(), "Later", 3);
            await("the increment").atMost(WAIT_MAX).until(() -> route("Later") != null);
            assertThat(route("Later").queueDatas()).containsExactly(new QueueData("peer-broker", 3, 3, 6, 0));

            call(
                    names.addressText(),
                    Request.of(RequestCode.WIPE_WRITE_PERM_OF_BROKER, new WipeWritePermRequestHeader("peer-broker")));
            create(peer.broker(), "Latest", 3);
            await("another increment").atMost(WAIT_MAX).until(() -> route("Latest") != null);
            assertThat(List.of(perm("Later"), perm("Latest"))).containsExactly(4, 4);

            peer.stopBroker();
            await("its leave").atMost(WAIT_MAX).until(() -> route("Later") == null);
        }
    }

    private Reply call(String address, Request<?> request) throws Exception {
        return client.call(address, request, WAIT_MAX.toMillis());
    }

    private TopicRouteData route(String topic) throws Exception {
        Reply reply = call(
                names.addressText(),
                Request.of(RequestCode.GET_ROUTEINFO_BY_TOPIC, new GetRouteInfoRequestHeader(topic, null, null, null)));
        return reply.isSuccess() ? Json.decode(reply.body(), TopicRouteData.class) : null;
    }

    private int perm(String topic) throws Exception {
        return route(topic).queueDatas().get(0).perm();
    }

    private void create(String broker, String topic, int queues) throws Exception {
        Reply created = call(
                broker,
                Request.of(
                        RequestCode.UPDATE_AND_CREATE_TOPIC,
                        new CreateTopicRequestHeader(
                                topic,
                                "TBW102",
                                queues,
                                queues,
                                6,
                                TopicFilterType.SINGLE_TAG,
                                0,
                                false,
                                null,
                                false)));
        assertThat(created.code()).as(created.remark()).isZero();
    }
}
