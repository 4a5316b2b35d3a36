package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.message;
import static io.ferrymq.client.testing.Producers.sendAsync;
import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.selector.SelectMessageQueueByHash;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Topics and brokers that go while a producer sends. */
class TopicChangeTest {
    private static final int REFRESH_MS = 50;

    private final StubBroker a = new StubBroker();
    private final StubBroker b = new StubBroker();
    private final StubNameServer names = new StubNameServer().route("T", 2, "a", a.address(), "b", b.address());
    private DefaultMQProducer producer;

    @BeforeEach
    void start() throws Exception {
        producer = started(names.address(), settings -> {
            settings.setPollNameServerInterval(REFRESH_MS);
            settings.setHeartbeatBrokerInterval(REFRESH_MS);
        });
    }

    @AfterEach
    void stop() {
        producer.shutdown();
        names.close();
        a.close();
        b.close();
    }

    @Test
    void shouldSayThatADeletedTopicIsGoneOnceBrokerAndNameserverAgree() throws Exception {
        producer.send(message("T"));
        names.forget("T");
        assertThat(producer.send(message("T")).getSendStatus())
                .as("the brokers still take it")
                .isEqualTo(SendStatus.SEND_OK);
        a.refusing(ResponseCode.TOPIC_NOT_EXIST, "topic T not exist");
        b.refusing(ResponseCode.TOPIC_NOT_EXIST, "topic T not exist");
        assertThatThrownBy(() -> producer.send(message("T"))).isInstanceOf(MQClientException.class);
        await().untilAsserted(() -> assertThatThrownBy(() -> producer.send(message("T")))
                .isInstanceOfSatisfying(MQClientException.class, e -> assertThat(e.getResponseCode())
                        .isEqualTo(ClientErrorCode.NOT_FOUND_TOPIC_EXCEPTION))
                .hasMessageContaining("No route info of this topic: T"));
    }

    private static TopicRouteData ordered(String conf, List<QueueData> queues, String... namesAndAddresses) {
        List<BrokerData> brokers = new ArrayList<>();
        for (int i = 0; i < namesAndAddresses.length; i += 2) {
            brokers.add(BrokerData.of("c", namesAndAddresses[i], Map.of(0L, namesAndAddresses[i + 1])));
        }
        return new TopicRouteData(conf, queues, brokers, Map.of());
    }

    @Test
    @DisplayName(
            "UP-096: an ordered topic keeps its list of queues; a send to one that is missing fails with a code of its"
                    + " own")
    void up096_orderedTopicsKeepTheirQueues() throws Exception {
        List<QueueData> both = List.of(new QueueData("a", 2, 2, 6, 0), new QueueData("b", 2, 2, 6, 0));
        names.route("O", ordered("a:2;b:2", both, "a", a.address(), "b", b.address()));
        SelectMessageQueueByHash byHash = new SelectMessageQueueByHash();
        MessageQueue ofB = producer.send(message("O"), byHash, 3).getMessageQueue();
        assertThat(ofB).isEqualTo(new MessageQueue("O", "b", 1));

        b.server().stop();
        names.route("O", ordered("a:2;b:2", both.subList(0, 1), "a", a.address()));
        names.route("T", 2, "a", a.address());
        long sendsOfA = a.sends();
        await().untilAsserted(() -> assertThatThrownBy(() -> producer.send(message("O"), byHash, 3))
                .isInstanceOfSatisfying(MQClientException.class, e -> assertThat(e.getResponseCode())
                        .isEqualTo(ClientErrorCode.BROKER_NOT_EXIST_EXCEPTION))
                .hasMessageContaining("The broker[b] not exist"));
        assertThat(a.sends()).as("no key has moved").isEqualTo(sendsOfA);
        assertThat(producer.send(message("O"), byHash, 1).getMessageQueue()).isEqualTo(new MessageQueue("O", "a", 1));
        for (int i = 0; i < 8; i++) {
            assertThat(producer.send(message("O")).getMessageQueue().getBrokerName())
                    .as("a send without a key goes where it can")
                    .isEqualTo("a");
        }
    }

    @Test
    @DisplayName("UP-101: a broker without queues is left out of heartbeats within one refresh")
    void up101_emptiedBrokersGetNoHeartbeats() throws Exception {
        producer.send(message("T"));
        await().untilAsserted(() -> assertThat(b.heartbeats()).hasSizeGreaterThan(1));
        List<QueueData> emptied = List.of(new QueueData("a", 2, 2, 6, 0), new QueueData("b", 0, 0, 6, 0));
        names.route("T", ordered(null, emptied, "a", a.address(), "b", b.address()));
        int questions = names.questions();
        await().until(() -> names.questions() >= questions + 2);
        int before = b.heartbeats().size();
        int ofA = a.heartbeats().size();
        await().until(() -> a.heartbeats().size() >= ofA + 3);
        assertThat(b.heartbeats().size()).isLessThanOrEqualTo(before + 1);
    }

    @Test
    @DisplayName("UP-050: results that wait for slow callbacks are bounded like sends under way")
    void up050_slowCallbacksHoldSendersBack() throws Exception {
        producer.setEnableBackpressureForAsyncMode(true);
        producer.setBackPressureForAsyncSendNum(10);
        CountDownLatch open = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            producer.send(message("T"), callback(begun, open));
        }
        await().until(() -> a.sends() + b.sends() == 10);
        int free = producer.getClientCallbackExecutorThreads();
        await().until(() -> begun.get() == Math.min(free, 10));
        for (int i = 0; i < free; i++) {
            // Those whose callback has begun made room.
            producer.send(message("T"), callback(begun, open));
        }
        CompletableFuture<SendResult> late = sendAsync(producer, message("T"), 100);
        open.countDown();
        assertThat(late)
                .failsWithin(10, TimeUnit.SECONDS)
                .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                .withMessageContaining("10 of 10 messages");
        await().until(() -> begun.get() == 10 + free);
        assertThat(sendAsync(producer, message("T"), 20_000).get(20, TimeUnit.SECONDS))
                .isNotNull();
    }

    private static SendCallback callback(AtomicInteger begun, CountDownLatch open) {
        return new SendCallback() {
            @Override
            public void onSuccess(SendResult result) {
                begun.incrementAndGet();
                try {
                    open.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public void onException(Throwable e) {
                begun.addAndGet(1_000);
            }
        };
    }
}
