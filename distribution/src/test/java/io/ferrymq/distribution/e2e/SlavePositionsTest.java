package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.DeleteSubscriptionGroupRequestHeader;
import io.ferrymq.remoting.protocol.header.DeleteTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.ResetOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Positions of groups while master and slave come and go in every order: forward only, back only on purpose. */
class SlavePositionsTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String MASTER = LocalCluster.BROKER;
    private static final String SLAVE = LocalCluster.slaveOf(MASTER, 1);

    @TempDir
    private Path directory;

    private LocalCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = LocalCluster.start(directory, MASTER);
        cluster.createTopic("T", 2);
        createGroup("G");
        startSlave();
        commit(MASTER, 0, 100);
        awaitPosition(SLAVE, 0, 100);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private void startSlave() {
        cluster.startSlave(MASTER, 1, Map.of("stateCopyIntervalMs", "100", "slaveReadEnable", "true"));
    }

    private void createGroup(String group) {
        call(
                MASTER,
                Request.of(
                        RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP,
                        Json.encode(SubscriptionGroupConfig.of(group))));
    }

    private Reply call(String broker, Request<?> request) {
        Reply reply = cluster.call(broker, request);
        assertThat(reply.code()).as("%s", reply.remark()).isZero();
        return reply;
    }

    private void commit(String broker, int queueId, long offset) {
        call(
                broker,
                Request.of(
                        RequestCode.UPDATE_CONSUMER_OFFSET,
                        new UpdateConsumerOffsetRequestHeader("G", "T", queueId, offset)));
    }

    /** -1 when there is none, or none that the broker would tell. */
    private long position(String broker, int queueId) {
        Reply reply = cluster.call(
                broker,
                Request.of(
                        RequestCode.QUERY_CONSUMER_OFFSET,
                        new QueryConsumerOffsetRequestHeader("G", "T", queueId, false)));
        return reply.isSuccess() ? reply.header(OffsetResponseHeader.class).offset() : -1;
    }

    private void awaitPosition(String broker, int queueId, long offset) {
        await().atMost(LONG).until(() -> position(broker, queueId) == offset);
    }

    @Test
    void shouldBeBackAtTheMasterBeforeItServes() {
        cluster.stopBroker(MASTER);
        commit(SLAVE, 0, 150);
        commit(SLAVE, 1, 7);
        cluster.startBroker(MASTER);
        assertThat(position(MASTER, 0)).isEqualTo(150);
        assertThat(position(MASTER, 1)).isEqualTo(7);
        commit(MASTER, 0, 160);
        awaitPosition(SLAVE, 0, 160);
    }

    @Test
    void shouldComeBackWithASlaveThatStartsAfterItsMaster() {
        cluster.stopBroker(MASTER);
        commit(SLAVE, 0, 150);
        cluster.stopBroker(SLAVE);
        cluster.startBroker(MASTER);
        assertThat(position(MASTER, 0)).isEqualTo(100);
        commit(MASTER, 1, 3);
        startSlave();
        awaitPosition(MASTER, 0, 150);
        awaitPosition(SLAVE, 1, 3);
        assertThat(position(SLAVE, 0)).isEqualTo(150);
    }

    @Test
    void shouldComeBackFromASlaveThatWasRestartedMeanwhile() {
        cluster.stopBroker(MASTER);
        commit(SLAVE, 0, 150);
        cluster.stopBroker(SLAVE);
        startSlave();
        assertThat(position(SLAVE, 0)).isEqualTo(150);
        commit(SLAVE, 1, 9);
        cluster.startBroker(MASTER);
        assertThat(position(MASTER, 0)).isEqualTo(150);
        assertThat(position(MASTER, 1)).isEqualTo(9);
    }

    @Test
    void shouldGiveAMasterBackWhatItLost() throws Exception {
        cluster.stopBroker(MASTER);
        Path file = cluster.store(MASTER).resolve("config/consumerOffset.json");
        Path old = Files.copy(file, directory.resolve("old.json"), StandardCopyOption.REPLACE_EXISTING);
        cluster.startBroker(MASTER);
        commit(MASTER, 0, 130);
        awaitPosition(SLAVE, 0, 130);
        cluster.stopBroker(MASTER);
        Files.copy(old, file, StandardCopyOption.REPLACE_EXISTING);
        cluster.startBroker(MASTER);
        assertThat(position(MASTER, 0)).isEqualTo(130);
    }

    @Test
    void shouldLeaveAResetInForceWhateverComesBack() {
        commit(MASTER, 0, 120);
        awaitPosition(SLAVE, 0, 120);
        cluster.stopBroker(SLAVE);
        Reply reset = cluster.call(
                MASTER,
                Request.of(
                        RequestCode.INVOKE_BROKER_TO_RESET_OFFSET,
                        new ResetOffsetRequestHeader("T", "G", 0, true, 0, 0L)));
        assertThat(reset.code()).isZero();
        assertThat(position(MASTER, 0)).isZero();
        cluster.stopBroker(MASTER);
        startSlave();
        assertThat(position(SLAVE, 0)).isEqualTo(120);
        cluster.startBroker(MASTER);
        assertThat(position(MASTER, 0)).isZero();
        awaitPosition(SLAVE, 0, 0);
        assertThat(position(MASTER, 0)).isZero();
    }

    @Test
    @DisplayName("UP-142: what is deleted at the master is deleted at the slave, and comes back from neither")
    void up142_shouldRemovePositionsAtBoth() {
        commit(MASTER, 1, 50);
        awaitPosition(SLAVE, 1, 50);
        call(
                MASTER,
                Request.of(RequestCode.DELETE_SUBSCRIPTIONGROUP, DeleteSubscriptionGroupRequestHeader.of("G", true)));
        createGroup("G");
        awaitPosition(SLAVE, 0, -1);
        commit(MASTER, 0, 4);
        awaitPosition(SLAVE, 0, 4);
        call(MASTER, Request.of(RequestCode.DELETE_TOPIC_IN_BROKER, new DeleteTopicRequestHeader("T")));
        cluster.createTopic("T", 2);
        awaitPosition(SLAVE, 0, -1);
        assertThat(position(MASTER, 0)).isEqualTo(-1);
    }

    @Test
    void shouldNotGuessBeforeItHasCopied() {
        cluster.stopBroker(MASTER);
        cluster.startSlave(MASTER, 2, Map.of("stateCopyIntervalMs", "100"));
        String fresh = LocalCluster.slaveOf(MASTER, 2);
        Reply reply = cluster.call(
                fresh,
                Request.of(RequestCode.QUERY_CONSUMER_OFFSET, new QueryConsumerOffsetRequestHeader("G", "T", 0, null)));
        assertThat(reply.isSuccess()).isFalse();
        assertThat(reply.remark()).contains("has not copied");
        cluster.startBroker(MASTER);
        awaitPosition(fresh, 0, 100);
    }
}
