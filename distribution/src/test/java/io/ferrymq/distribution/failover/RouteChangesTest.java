package io.ferrymq.distribution.failover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.client.producer.selector.SelectMessageQueueByHash;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.PutKVConfigRequestHeader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Brokers, queues and nameservers come, change and go while a producer runs; it has the default settings but a short interval of refresh. */
class RouteChangesTest {
    private static final String A = LocalCluster.BROKER;
    private static final String B = "broker-b";
    private static final int REFRESH_MS = 200;

    @TempDir
    private Path folder;

    private LocalCluster cluster;
    private final List<DefaultMQProducer> producers = new ArrayList<>();

    @AfterEach
    void stop() {
        producers.forEach(DefaultMQProducer::shutdown);
        cluster.close();
    }

    private DefaultMQProducer producer(String nameServers) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("producers");
        producer.setNamesrvAddr(nameServers);
        producer.setPollNameServerInterval(REFRESH_MS);
        producer.setSendMsgTimeout(20_000);
        producer.start();
        producers.add(producer);
        return producer;
    }

    private static Message message(String topic) {
        return new Message(topic, "tag", "body".getBytes(UTF_8));
    }

    @Test
    void shouldGoOnWithoutNameServersAndTakeUpANewList() throws Exception {
        cluster = LocalCluster.withNameServers(folder, 2);
        cluster.startBroker(A);
        cluster.createTopic("Known", 4);
        cluster.createTopic("Later", 4);
        String first = cluster.nameServerAddresses().get(0);
        String second = cluster.nameServerAddresses().get(1);
        DefaultMQProducer producer = producer(first);
        producer.send(message("Known"));
        try (PublishedProducer published = new PublishedProducer(first, "Known", Map.of())) {
            cluster.stopNameServer(first);

            for (int i = 0; i < 100; i++) {
                assertThat(producer.send(message("Known")).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
                assertThat(published.sendNow("after" + i)).isEqualTo(A);
            }
        }
        assertThatThrownBy(() -> producer.send(message("Later")))
                .isInstanceOfSatisfying(MQClientException.class, e -> assertThat(e.getResponseCode())
                        .isEqualTo(ClientErrorCode.NOT_FOUND_TOPIC_EXCEPTION))
                .hasMessageContaining("No route info of this topic: Later")
                .hasMessageContaining(first + " said: cannot be connected");

        producer.updateNameServerAddress(second);
        assertThat(producer.send(message("Later")).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
    }

    @Test
    void shouldUseABrokerThatIsAddedFromTheNextRefreshOn() throws Exception {
        cluster = LocalCluster.start(folder, A);
        cluster.createTopic("T", 2);
        DefaultMQProducer producer = producer(cluster.nameServerAddress());
        producer.send(message("T"));
        cluster.startBroker(B);
        cluster.createTopicAt(cluster.brokerAddress(B), "T", 2);
        await().until(() -> cluster.route("T").orElseThrow().queueDatas().size() == 2);
        long knownNanos = System.nanoTime();
        await().pollInterval(Duration.ofMillis(10)).until(() -> producer.send(message("T"))
                .getMessageQueue()
                .getBrokerName()
                .equals(B));
        assertThat(Duration.ofNanos(System.nanoTime() - knownNanos))
                .as("one refresh, and its answer")
                .isLessThan(Duration.ofMillis(REFRESH_MS + 2_000));
    }

    @Test
    void shouldFollowWhenQueuesGrowShrinkAndBecomeReadOnlyWithoutAFailedSend() throws Exception {
        cluster = LocalCluster.start(folder, A, B);
        cluster.createTopic("T", 2);
        DefaultMQProducer producer = producer(cluster.nameServerAddress());
        Set<MessageQueue> used = ConcurrentHashMap.newKeySet();
        Queue<Exception> failures = new ConcurrentLinkedQueue<>();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    try {
                        used.add(producer.send(message("T")).getMessageQueue());
                    } catch (InterruptedException e) {
                        return;
                    } catch (Exception e) {
                        failures.add(e);
                        return;
                    }
                }
            });
            threads[i].start();
        }
        awaitUsed(used, 4);
        cluster.createTopic("T", 8);
        awaitUsed(used, 16);
        cluster.createTopic("T", 1);
        awaitUsed(used, 2);
        cluster.changeTopicAt(cluster.brokerAddress(A), "T", 3, PermName.PERM_READ);
        cluster.changeTopicAt(cluster.brokerAddress(B), "T", 3, PermName.PERM_READ | PermName.PERM_WRITE);
        awaitUsed(used, 3);
        assertThat(used).allMatch(queue -> queue.getBrokerName().equals(B));
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join();
        }
        assertThat(failures).isEmpty();
        cluster.changeTopicAt(cluster.brokerAddress(B), "T", 3, PermName.PERM_READ);
        await().untilAsserted(() -> assertThatThrownBy(() -> producer.send(message("T")))
                .hasMessageContaining("No route info of this topic: T exists, but no broker can be written to now")
                .hasMessageContaining("no permission to write"));
    }

    @Test
    @DisplayName(
            "UP-194: a broker without write permission stores nothing more, and no send of a client with an old route"
                    + " fails")
    void up194_readOnlyBrokersRefuseAndNobodyNotices() throws Exception {
        cluster = LocalCluster.start(folder, A, B);
        cluster.createTopic("T", 2);
        // Routes as they were: nobody asks again by himself during the test.
        DefaultMQProducer producer = cluster.producer();
        try (PublishedProducer published = new PublishedProducer(cluster.nameServerAddress(), "T", Map.of())) {
            published.sendNow("before");
            producer.send(message("T"));
            cluster.changeTopicAt(cluster.brokerAddress(A), "T", 2, PermName.PERM_READ);
            for (int i = 0; i < 20; i++) {
                assertThat(producer.send(message("T")).getMessageQueue().getBrokerName())
                        .isEqualTo(B);
                assertThat(published.sendNow("after" + i)).isEqualTo(B);
            }
        }
    }

    /** Until sends use so many queues and no other. */
    private static void awaitUsed(Set<MessageQueue> used, int queues) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(REFRESH_MS))
                .until(() -> {
                    int now = used.size();
                    used.clear();
                    return now == queues;
                });
        await().atMost(Duration.ofSeconds(20)).until(() -> used.size() == queues);
    }

    @Test
    @DisplayName("UP-041: a topic that one single send brings about is on both masters, and either may stop")
    void up041_newTopicsAreOnAllMasters() throws Exception {
        cluster = LocalCluster.start(folder, A, B);
        DefaultMQProducer producer = producer(cluster.nameServerAddress());
        String first = producer.send(message("New")).getMessageQueue().getBrokerName();
        await().until(() -> cluster.route("New").stream()
                .anyMatch(route -> route.queueDatas().size() == 2));
        assertThat(cluster.route("New").orElseThrow().queueDatas())
                .allMatch(queues -> queues.writeQueueNums() == 4 && queues.perm() == 6);
        cluster.stopBroker(first);
        for (int i = 0; i < 8; i++) {
            assertThat(producer.send(message("New")).getMessageQueue().getBrokerName())
                    .isNotEqualTo(first);
        }
    }

    @Test
    @DisplayName("UP-096: keys of an ordered topic stay at their queues when a broker goes; those of its queues fail at"
            + " once")
    void up096_orderedTopicsDoNotMoveKeys() throws Exception {
        cluster = LocalCluster.start(folder, A, B);
        cluster.createTopic("Ordered", 2);
        cluster.callAt(
                cluster.nameServerAddress(),
                Request.of(RequestCode.UPDATE_NAMESRV_CONFIG, "orderMessageEnable=true".getBytes(UTF_8)));
        PutKVConfigRequestHeader order =
                new PutKVConfigRequestHeader("ORDER_TOPIC_CONFIG", "Ordered", A + ":2;" + B + ":2");
        cluster.callAt(cluster.nameServerAddress(), Request.of(RequestCode.PUT_KV_CONFIG, order));
        DefaultMQProducer producer = producer(cluster.nameServerAddress());
        SelectMessageQueueByHash byHash = new SelectMessageQueueByHash();
        for (int key = 0; key < 4; key++) {
            assertThat(producer.send(message("Ordered"), byHash, key).getMessageQueue())
                    .isEqualTo(new MessageQueue("Ordered", key < 2 ? A : B, key % 2));
        }
        cluster.stopBroker(B);
        await().untilAsserted(() -> assertThatThrownBy(() -> producer.send(message("Ordered"), byHash, 3))
                .isInstanceOfSatisfying(MQClientException.class, e -> assertThat(e.getResponseCode())
                        .isEqualTo(ClientErrorCode.BROKER_NOT_EXIST_EXCEPTION)));
        assertThat(producer.send(message("Ordered"), byHash, 1).getMessageQueue())
                .isEqualTo(new MessageQueue("Ordered", A, 1));
        for (int i = 0; i < 8; i++) {
            assertThat(producer.send(message("Ordered")).getMessageQueue().getBrokerName())
                    .isEqualTo(A);
        }
    }
}
