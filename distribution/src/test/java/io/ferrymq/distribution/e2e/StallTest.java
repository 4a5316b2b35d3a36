package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.Broker;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LinkProxy;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.GetConsumerListByGroupResponseBody;
import io.ferrymq.remoting.protocol.header.GetConsumerListByGroupRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import io.ferrymq.remoting.protocol.header.QueryConsumerOffsetRequestHeader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The nameserver and one of two brokers stop answering while their connections stand. */
class StallTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final MessageQueue WELL = new MessageQueue("topic", "broker-z", 0);
    private static final MessageQueue STUCK = new MessageQueue("topic", "broker-a", 0);

    @TempDir
    private Path directory;

    private LocalCluster cluster;
    private Broker stuck;
    private LinkProxy toStuck;
    private LinkProxy toNameServer;
    private final Seen seen = new Seen();

    @BeforeEach
    void start() throws Exception {
        cluster = LocalCluster.withNameServers(directory, 1);
        cluster.startBroker("broker-z", Map.of("channelExpiredTimeout", "1500"));
        cluster.createTopic("topic", 1);
        stuck = Broker.start(
                BrokerConfig.of(Map.of(
                        "listenPort", "0",
                        "brokerIP1", "127.0.0.1",
                        "brokerName", "broker-a",
                        "storePathRootDir", directory.resolve("stuck").toString())),
                null);
        cluster.createTopicAt(stuck.address(), "topic", 1);
        toStuck = proxy(stuck.address());
        toNameServer = proxy(cluster.nameServerAddress());
        // By its name it comes first everywhere.
        cluster.register("broker-a", toStuck.address(), "topic", 1);
    }

    @AfterEach
    void stop() throws Exception {
        toStuck.close();
        toNameServer.close();
        cluster.close();
        stuck.close();
    }

    private static LinkProxy proxy(String address) throws Exception {
        return new LinkProxy(Integer.parseInt(address.substring(address.indexOf(':') + 1)));
    }

    private DefaultMQPushConsumer consumer() throws Exception {
        DefaultMQPushConsumer consumer = cluster.consumer("group");
        consumer.setNamesrvAddr(toNameServer.address());
        consumer.setInstanceName("stall-" + System.nanoTime());
        consumer.setHeartbeatBrokerInterval(200);
        consumer.setPersistConsumerOffsetInterval(200);
        consumer.setMqClientApiTimeout(1_000);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("topic", "*");
        consumer.registerMessageListener(seen.listener());
        consumer.start();
        return consumer;
    }

    @Test
    @DisplayName("Heartbeats, positions and messages of the other broker come in time, and its queues are given away at"
            + " once")
    void shouldHoldUpNothingElse() throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("producers");
        producer.setNamesrvAddr(cluster.nameServerAddress());
        producer.setHeartbeatBrokerInterval(200);
        producer.setSendMsgTimeout((int) LONG.toMillis());
        producer.start();
        cluster.atClose(producer::shutdown);
        DefaultMQPushConsumer first = consumer();
        cluster.sendTo(producer, WELL, 0, 10);
        cluster.sendTo(producer, STUCK, 100, 10);
        await().atMost(LONG).until(() -> seen.count() == 20);
        DefaultMQPushConsumer second = consumer();
        await().atMost(LONG).until(() -> members().size() == 2);

        toNameServer.stall(true);
        toStuck.stall(true);
        cluster.sendTo(producer, WELL, 200, 100);
        await("messages").atMost(LONG).until(() -> seen.count() == 120);
        await("the position").atMost(LONG).until(() -> position() == 110);
        await("heartbeats go on")
                .during(Duration.ofSeconds(2))
                .atMost(LONG)
                .until(() -> members().size() == 2);

        // It may have the queue of either broker.
        second.shutdown();
        first.shutdown();
        DefaultMQPushConsumer third = again();
        cluster.sendTo(producer, WELL, 300, 10);
        await("another member goes on").atMost(LONG).until(() -> seen.count() == 130);
        assertThat(seen.duplicates()).isZero();

        toNameServer.stall(false);
        toStuck.stall(false);
        cluster.sendTo(producer, STUCK, 400, 10);
        await("the broker that was stuck, too").atMost(LONG).until(() -> seen.count() == 140);
        third.shutdown();
    }

    // Its nameserver answers; the broker still does not.
    private DefaultMQPushConsumer again() throws Exception {
        toNameServer.stall(false);
        return consumer();
    }

    private List<String> members() {
        Reply reply = cluster.call(
                "broker-z",
                Request.of(RequestCode.GET_CONSUMER_LIST_BY_GROUP, new GetConsumerListByGroupRequestHeader("group")));
        return reply.isSuccess()
                ? Json.decode(reply.body(), GetConsumerListByGroupResponseBody.class)
                        .consumerIdList()
                : List.of();
    }

    private long position() {
        Reply reply = cluster.call(
                "broker-z",
                Request.of(
                        RequestCode.QUERY_CONSUMER_OFFSET,
                        new QueryConsumerOffsetRequestHeader("group", "topic", 0, false)));
        return reply.isSuccess() ? reply.header(OffsetResponseHeader.class).offset() : -1;
    }
}
