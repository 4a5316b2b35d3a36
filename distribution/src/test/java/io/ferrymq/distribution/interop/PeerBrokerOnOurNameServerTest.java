package io.ferrymq.distribution.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
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

    private LocalCluster ours;

    @Test
    @DisplayName("UP-215: a broker of RocketMQ's and a nameserver of ours")
    void up215_shouldServeThePublishedBroker() throws Exception {
        try (LocalCluster names = LocalCluster.withNameServers(folder.resolve("ours"), 1);
                PeerServers peer = new PeerServers(folder)) {
            ours = names;
            peer.startBroker(ours.nameServerAddress(), folder.resolve("store"));
            await("the whole registration").atMost(WAIT_MAX).until(() -> route("SELF_TEST_TOPIC") != null);
            assertThat(route("SELF_TEST_TOPIC").brokerDatas().get(0).masterAddr())
                    .isEqualTo(peer.broker());

            ours.createTopicAt(peer.broker(), "Later", 3);
            await("the increment").atMost(WAIT_MAX).until(() -> route("Later") != null);
            assertThat(route("Later").queueDatas()).containsExactly(new QueueData("peer-broker", 3, 3, 6, 0));

            ours.callAt(
                    ours.nameServerAddress(),
                    Request.of(RequestCode.WIPE_WRITE_PERM_OF_BROKER, new WipeWritePermRequestHeader("peer-broker")));
            ours.createTopicAt(peer.broker(), "Latest", 3);
            await("another increment").atMost(WAIT_MAX).until(() -> route("Latest") != null);
            assertThat(List.of(perm("Later"), perm("Latest"))).containsExactly(4, 4);

            peer.stopBroker();
            await("its leave").atMost(WAIT_MAX).until(() -> route("Later") == null);
        }
    }

    private TopicRouteData route(String topic) {
        return ours.route(topic).orElse(null);
    }

    private int perm(String topic) {
        return route(topic).queueDatas().get(0).perm();
    }
}
