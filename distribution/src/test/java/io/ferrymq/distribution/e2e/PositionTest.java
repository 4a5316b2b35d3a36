package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.store.LocalFileOffsetStore;
import io.ferrymq.client.consumer.store.OffsetStore;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ConsumerRunningInfo;
import io.ferrymq.remoting.protocol.body.GetConsumerStatusBody;
import io.ferrymq.remoting.protocol.header.GetConsumerRunningInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerStatusRequestHeader;
import io.ferrymq.remoting.protocol.header.ResetOffsetRequestHeader;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where consumers go on: after a restart, after a reset, each for itself; and what they tell tools. */
class PositionTest {
    private static final Duration LONG = Duration.ofSeconds(90);

    @TempDir
    private Path directory;

    private LocalCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = LocalCluster.start(directory, "broker-a");
        cluster.createTopic("topic", 2);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private DefaultMQPushConsumer consumer(Seen seen) throws MQClientException {
        DefaultMQPushConsumer consumer = cluster.consumer("group");
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("topic", "*");
        consumer.registerMessageListener(seen.listener());
        return consumer;
    }

    @Test
    void shouldGoOnWhereItStoppedAfterARestart() throws Exception {
        Seen seen = new Seen();
        DefaultMQProducer producer = cluster.producer();
        cluster.send(producer, "topic", 0, 100);
        DefaultMQPushConsumer before = consumer(seen);
        before.start();
        await().atMost(LONG).until(() -> seen.count() == 100);
        before.shutdown();
        cluster.send(producer, "topic", 100, 100);

        consumer(seen).start();

        await().atMost(LONG).until(() -> seen.count() == 200);
        assertThat(seen.duplicates()).isZero();
    }

    private DefaultMQPushConsumer broadcasting(String instance, Seen seen) throws MQClientException {
        DefaultMQPushConsumer consumer = consumer(seen);
        consumer.setMessageModel(MessageModel.BROADCASTING);
        consumer.setInstanceName(instance);
        OffsetStore store = new LocalFileOffsetStore(directory.resolve("offsets"), consumer.buildMQClientId(), "group");
        consumer.setOffsetStore(store);
        return consumer;
    }

    @Test
    @DisplayName("Broadcasting: every member gets everything, and goes on from its own file after a restart")
    void shouldGoOnFromTheFileWhenBroadcasting() throws Exception {
        DefaultMQProducer producer = cluster.producer();
        cluster.send(producer, "topic", 0, 50);
        Seen one = new Seen();
        Seen two = new Seen();
        DefaultMQPushConsumer first = broadcasting("one", one);
        first.start();
        broadcasting("two", two).start();
        await().atMost(LONG).until(() -> one.count() == 50 && two.count() == 50);

        first.shutdown();
        cluster.send(producer, "topic", 50, 50);
        broadcasting("one", one).start();

        await().atMost(LONG).until(() -> one.count() == 100 && two.count() == 100);
        assertThat(one.duplicates()).isZero();
        assertThat(two.duplicates()).isZero();
    }

    @Test
    @DisplayName("UP-197: a reset takes effect on a running consumer within seconds")
    void up197_shouldConsumeAgainAfterAResetWhileOnLine() throws Exception {
        Seen seen = new Seen();
        cluster.send(cluster.producer(), "topic", 0, 100);
        consumer(seen).start();
        await().atMost(LONG).until(() -> seen.count() == 100);

        // From the beginning of time, forced.
        await().atMost(LONG).until(() -> cluster.call(
                        "broker-a",
                        Request.of(
                                RequestCode.INVOKE_BROKER_TO_RESET_OFFSET,
                                new ResetOffsetRequestHeader("topic", "group", 0, true, null, null)))
                .isSuccess());

        await().atMost(LONG).until(() -> seen.duplicates() == 100);
    }

    @Test
    void shouldTellToolsWhatItDoes() throws Exception {
        Seen seen = new Seen();
        cluster.send(cluster.producer(), "topic", 0, 10);
        DefaultMQPushConsumer consumer = consumer(seen);
        consumer.start();
        await().atMost(LONG).until(() -> seen.count() == 10);

        Reply running = cluster.call(
                "broker-a",
                Request.of(
                        RequestCode.GET_CONSUMER_RUNNING_INFO,
                        new GetConsumerRunningInfoRequestHeader("group", consumer.buildMQClientId(), true)));
        ConsumerRunningInfo info = Json.decode(running.body(), ConsumerRunningInfo.class);
        assertThat(info.properties())
                .containsEntry(ConsumerRunningInfo.PROP_CONSUME_TYPE, "CONSUME_PASSIVELY")
                .containsEntry(ConsumerRunningInfo.PROP_CONSUME_ORDERLY, "false")
                .containsEntry(ConsumerRunningInfo.PROP_NAMESERVER_ADDR, cluster.nameServerAddress() + ";")
                .containsKeys(
                        ConsumerRunningInfo.PROP_CLIENT_VERSION,
                        ConsumerRunningInfo.PROP_THREADPOOL_CORE_SIZE,
                        ConsumerRunningInfo.PROP_CONSUMER_START_TIMESTAMP,
                        "pullBatchSize");
        assertThat(info.mqTable()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(info.statusTable()).containsKey("topic");
        assertThat(info.jstack()).contains("ConsumerCoordinator_group");

        Reply status = cluster.call(
                "broker-a",
                Request.of(
                        RequestCode.INVOKE_BROKER_TO_GET_CONSUMER_STATUS,
                        new GetConsumerStatusRequestHeader("topic", "group", null)));
        GetConsumerStatusBody offsets = Json.decode(status.body(), GetConsumerStatusBody.class);
        assertThat(offsets.consumerTable().get(consumer.buildMQClientId()).values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(10);
    }
}
