package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.Broker;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.LocalTransactionState;
import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.client.producer.TransactionListener;
import io.ferrymq.client.producer.TransactionMQProducer;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our producer against our own servers, over real sockets. */
class ProduceTest {
    @TempDir
    private Path directory;

    private NameServer nameServer;
    private Broker a;
    private Broker b;
    private DefaultMQProducer producer;

    @BeforeEach
    void start() throws Exception {
        nameServer = NameServer.start(NamesrvConfig.embedded(directory.resolve("namesrv")));
        a = broker("a");
        b = broker("b");
        producer = new DefaultMQProducer("producers");
        producer.setNamesrvAddr(nameServer.addressText());
        producer.setSendMsgTimeout(20_000);
        producer.start();
    }

    private Broker broker(String name) {
        return Broker.start(BrokerConfig.of(new HashMap<>(Map.of(
                "listenPort",
                "0",
                "brokerIP1",
                "127.0.0.1",
                "brokerName",
                name,
                "namesrvAddr",
                nameServer.addressText(),
                "storePathRootDir",
                directory.resolve(name).toString(),
                "mappedFileSizeCommitLog",
                Integer.toString(16 << 20),
                "maxHashSlotNum",
                "1000",
                "maxIndexNum",
                "40000"))));
    }

    @AfterEach
    void stop() {
        producer.shutdown();
        a.close();
        b.close();
        nameServer.close();
    }

    private static Message message(String topic, String key) {
        return new Message(topic, "tag", key, ("body of " + key).getBytes(StandardCharsets.UTF_8));
    }

    private CompletableFuture<SendResult> sendAsync(Message message) throws Exception {
        CompletableFuture<SendResult> end = new CompletableFuture<>();
        producer.send(message, new SendCallback() {
            @Override
            public void onSuccess(SendResult result) {
                end.complete(result);
            }

            @Override
            public void onException(Throwable e) {
                end.completeExceptionally(e);
            }
        });
        return end;
    }

    @Test
    void shouldSayThatTheBrokerServesNoTransactions() throws Exception {
        TransactionMQProducer transactions = new TransactionMQProducer("transactions");
        transactions.setNamesrvAddr(nameServer.addressText());
        transactions.setTransactionListener(new TransactionListener() {
            @Override
            public LocalTransactionState executeLocalTransaction(Message message, Object arg) {
                throw new AssertionError("must not run: nothing is stored");
            }

            @Override
            public LocalTransactionState checkLocalTransaction(MessageExt message) {
                return LocalTransactionState.UNKNOW;
            }
        });
        transactions.start();
        try {
            assertThatThrownBy(() -> transactions.sendMessageInTransaction(
                            new Message("Half", "body".getBytes(StandardCharsets.UTF_8)), null))
                    .isInstanceOf(MQClientException.class)
                    .hasMessageStartingWith("send message Exception")
                    .hasMessageContaining("serves no transactions");
        } finally {
            transactions.shutdown();
        }
    }

    @Test
    void shouldStoreWhatIsSentInEveryWay() throws Exception {
        producer.createTopic("TBW102", "T", 1);
        MessageQueue queue = new MessageQueue("T", "a", 0);
        assertThat(producer.fetchPublishMessageQueues("T")).containsExactly(queue, new MessageQueue("T", "b", 0));

        assertThat(producer.send(message("T", "k0"), queue).getQueueOffset()).isZero();
        assertThat(sendAsync(message("T", "k1")).get(20, TimeUnit.SECONDS).getSendStatus())
                .isEqualTo(SendStatus.SEND_OK);
        SendResult batch = producer.send(List.of(message("T", "k2"), message("T", "k3")), queue);
        assertThat(batch.getMsgId().split(",")).hasSize(2);
        assertThat(batch.getOffsetMsgId().split(",")).hasSize(2);
        long before = producer.maxOffset(queue);
        producer.sendOneway(message("T", "k4"), queue);
        await().atMost(Duration.ofSeconds(20)).until(() -> producer.maxOffset(queue) == before + 1);
        assertThat(producer.minOffset(queue)).isZero();
        assertThat(producer.searchOffset(queue, 0)).isZero();
        assertThat(producer.earliestMsgStoreTime(queue)).isPositive();
    }

    @Test
    void shouldFindMessagesByBothIdsAndByKey() throws Exception {
        Message large = new Message("New", "tag", "k1 k2", "x".repeat(10_000).getBytes(StandardCharsets.UTF_8));
        SendResult result = producer.send(large);

        MessageExt byOffsetId = producer.viewMessage("New", result.getOffsetMsgId());
        assertThat(byOffsetId.getBody()).isEqualTo(large.getBody());
        assertThat(byOffsetId.getMsgId()).isEqualTo(result.getMsgId());
        assertThat(producer.viewMessage(result.getOffsetMsgId()).getQueueOffset())
                .isEqualTo(result.getQueueOffset());
        await().atMost(Duration.ofSeconds(20))
                .ignoreExceptionsInstanceOf(MQClientException.class)
                .untilAsserted(() -> {
                    assertThat(producer.viewMessage("New", result.getMsgId()).getKeys())
                            .isEqualTo("k1 k2");
                    assertThat(producer.queryMessage("New", "k2", 10, 0, Long.MAX_VALUE)
                                    .getMessageList())
                            .hasSize(1);
                });
    }

    @Test
    void shouldNotMissOneSendWhenABrokerStops() throws Exception {
        producer.createTopic("TBW102", "T", 4);
        List<CompletableFuture<SendResult>> async = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            if (i == 100) {
                a.close();
            }
            async.add(sendAsync(message("T", "async" + i)));
            assertThat(producer.send(message("T", "sync" + i)).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        }
        for (CompletableFuture<SendResult> send : async) {
            assertThat(send.get(20, TimeUnit.SECONDS).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        }
    }

    @Test
    @DisplayName("UP-016, UP-017: a broker that comes back on another port is found again, and so are its messages")
    void up017_aBrokerThatMovedIsFoundAgain() throws Exception {
        producer.createTopic("TBW102", "T", 1);
        MessageQueue queue = new MessageQueue("T", "a", 0);
        SendResult before = producer.send(message("T", "k"), queue);
        String old = a.address();
        a.close();
        a = broker("a");
        assertThat(a.address()).isNotEqualTo(old);
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(
                                producer.send(message("T", "k2"), queue, 2_000).getQueueOffset())
                        .isPositive());
        assertThat(producer.viewMessage("T", before.getOffsetMsgId()).getKeys()).isEqualTo("k");
        assertThat(producer.viewMessage("T", before.getMsgId()).getKeys()).isEqualTo("k");
    }

    @Test
    void shouldTellWhyATopicCannotBeWritten() {
        assertThatThrownBy(() -> producer.send(message("SCHEDULE_TOPIC_XXXX", "k")))
                .hasMessageContaining("Sending message to topic[SCHEDULE_TOPIC_XXXX] is forbidden");
    }
}
