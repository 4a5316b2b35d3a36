package io.ferrymq.distribution.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import io.ferrymq.remoting.protocol.body.DelayOffsetSerializeWrapper;
import io.ferrymq.remoting.protocol.body.SubscriptionGroupWrapper;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State besides the log that our slave copies from the published broker 5.5.0. */
@Tag("soak")
class PeerStateTest {
    private static final Duration WAIT_MAX = Duration.ofSeconds(90);
    private static final String SLAVE = LocalCluster.slaveOf(LocalCluster.BROKER, 1);

    @TempDir
    Path folder;

    private LocalCluster ours;

    private void prepare(String master) {
        ours.createTopicAt(master, "T", 3);
        Reply group = ours.callAt(
                master,
                Request.of(
                        RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP,
                        Json.encode(SubscriptionGroupConfig.of("G").withRetry(1, 5))));
        assertThat(group.isSuccess()).isTrue();
        commit(master, 0, 17);
        commit(master, 2, 4);
    }

    private void commit(String broker, int queueId, long offset) {
        Reply reply = ours.callAt(
                broker,
                Request.of(
                        RequestCode.UPDATE_CONSUMER_OFFSET,
                        new UpdateConsumerOffsetRequestHeader("G", "T", queueId, offset)));
        assertThat(reply.isSuccess()).as("%s", reply.remark()).isTrue();
    }

    private <T> T all(String broker, int code, Class<T> type) {
        return Json.decode(ours.callAt(broker, Request.of(code)).body(), type);
    }

    private TopicConfigSerializeWrapper topics(String broker) {
        return all(broker, RequestCode.GET_ALL_TOPIC_CONFIG, TopicConfigSerializeWrapper.class);
    }

    private void awaitState(String slave) {
        await().atMost(WAIT_MAX)
                .ignoreExceptions()
                .until(() -> all(slave, RequestCode.GET_ALL_CONSUMER_OFFSET, ConsumerOffsetSerializeWrapper.class)
                                .offsetTable()
                                .get("T@G")
                                .equals(Map.of(0, 17L, 2, 4L))
                        && topics(slave).topicConfigTable().get("T").readQueueNums() == 3
                        && all(slave, RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG, SubscriptionGroupWrapper.class)
                                        .subscriptionGroupTable()
                                        .get("G")
                                        .retryMaxTimes()
                                == 5);
    }

    @Test
    void shouldCopyFromTheirMasterAndHandBack() throws Exception {
        try (LocalCluster cluster = LocalCluster.withNameServers(folder, 1);
                PeerServers peer = new PeerServers(folder)) {
            ours = cluster;
            peer.startBroker(
                    ours.nameServerAddress(),
                    folder.resolve("theirs"),
                    "brokerName=" + LocalCluster.BROKER,
                    "brokerClusterName=" + LocalCluster.CLUSTER);
            prepare(peer.broker());
            ours.startSlave(LocalCluster.BROKER, 1, Map.of("stateCopyIntervalMs", "100", "slaveReadEnable", "true"));
            awaitState(ours.brokerAddress(SLAVE));
            assertThat(topics(ours.brokerAddress(SLAVE)).topicConfigTable())
                    .isEqualTo(topics(peer.broker()).topicConfigTable());
            assertThat(topics(ours.brokerAddress(SLAVE)).dataVersion())
                    .isEqualTo(topics(peer.broker()).dataVersion());
            assertThat(all(
                                    ours.brokerAddress(SLAVE),
                                    RequestCode.GET_ALL_DELAY_OFFSET,
                                    DelayOffsetSerializeWrapper.class)
                            .offsetTable())
                    .isEqualTo(all(peer.broker(), RequestCode.GET_ALL_DELAY_OFFSET, DelayOffsetSerializeWrapper.class)
                            .offsetTable());
            // As while the master is away: it comes back by itself.
            commit(ours.brokerAddress(SLAVE), 0, 40);
            await().atMost(WAIT_MAX)
                    .until(() -> ours.callAt(
                                            peer.broker(),
                                            Request.of(
                                                    RequestCode.QUERY_CONSUMER_OFFSET,
                                                    new QueryConsumerOffsetRequestHeader("G", "T", 0, null)))
                                    .header(OffsetResponseHeader.class)
                                    .offset()
                            == 40);
        }
    }
}
