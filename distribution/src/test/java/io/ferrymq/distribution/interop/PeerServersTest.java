package io.ferrymq.distribution.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultLitePullConsumer;
import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.ConsumeOrderlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.LocalTransactionState;
import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.client.producer.TransactionListener;
import io.ferrymq.client.producer.TransactionMQProducer;
import io.ferrymq.client.producer.TransactionSendResult;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.admin.Mqadmin;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our SDK and our mqadmin against the published nameserver and broker 5.5.0. */
class PeerServersTest {
    private static final int COUNT = 200;

    @TempDir
    static Path folder;

    private static PeerServers peer;

    @BeforeAll
    static void start() throws Exception {
        peer = new PeerServers(folder).startNameServer();
        peer.startBroker(peer.nameServer(), folder.resolve("store"));
        await("the peer's broker is registered").atMost(Duration.ofSeconds(60)).until(() -> run("clusterList")
                .contains("peer-broker"));
    }

    @AfterAll
    static void stop() throws Exception {
        peer.close();
    }

    private static String run(String... line) {
        List<String> args = new ArrayList<>(Arrays.asList(line));
        args.add("-n");
        args.add(peer.nameServer());
        StringWriter printed = new StringWriter();
        PrintWriter writer = new PrintWriter(printed, true);
        int status = Mqadmin.run(writer, writer, args.toArray(new String[0]));
        return "exit " + status + System.lineSeparator() + printed;
    }

    private static AbstractStringAssert<?> mqadmin(String... line) {
        return assertThat(run(line)).as(String.join(" ", line)).startsWith("exit 0");
    }

    @Test
    void shouldSendConsumeAndFindWithOurSdk() throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("ours");
        producer.setNamesrvAddr(peer.nameServer());
        producer.start();
        try {
            producer.createTopic("TBW102", "OurSdk", 4, Map.of());
            Queue<SendResult> async = new ConcurrentLinkedQueue<>();
            List<Message> batch = new ArrayList<>();
            for (int i = 0; i < COUNT; i++) {
                assertThat(producer.send(message("sync-" + i)).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
                producer.send(message("async-" + i), new SendCallback() {
                    @Override
                    public void onSuccess(SendResult result) {
                        async.add(result);
                    }

                    @Override
                    public void onException(Throwable e) {
                        throw new AssertionError(e);
                    }
                });
                producer.sendOneway(message("oneway-" + i));
                batch.add(message("batch-" + i));
            }
            producer.send(batch);
            await().atMost(Duration.ofSeconds(30)).until(() -> async.size() == COUNT);
            List<String> all = IntStream.range(0, COUNT)
                    .boxed()
                    .flatMap(i -> java.util.stream.Stream.of("sync-" + i, "async-" + i, "oneway-" + i, "batch-" + i))
                    .toList();
            assertThat(consume("our-push", "OurSdk", all.size(), false)).containsExactlyInAnyOrderElementsOf(all);
            assertThat(consume("our-orderly", "OurSdk", all.size(), true)).containsExactlyInAnyOrderElementsOf(all);
            assertThat(poll("our-lite", "OurSdk", all.size())).containsExactlyInAnyOrderElementsOf(all);
            assertThat(producer.queryMessage("OurSdk", "sync-7", 10, 0, Long.MAX_VALUE)
                            .getMessageList())
                    .singleElement()
                    .satisfies(found ->
                            assertThat(new String(found.getBody(), UTF_8)).isEqualTo("sync-7"));
        } finally {
            producer.shutdown();
        }
    }

    // Subscribed, then with queues assigned, from the position that the first one has left.
    private static List<String> poll(String group, String topic, int count) throws Exception {
        DefaultLitePullConsumer subscribing = litePull(group);
        subscribing.subscribe(topic, "*");
        subscribing.start();
        List<String> bodies = new ArrayList<>();
        poll(subscribing, bodies, count / 2);
        subscribing.shutdown();
        DefaultLitePullConsumer assigning = litePull(group);
        assigning.start();
        assigning.assign(assigning.fetchMessageQueues(topic));
        poll(assigning, bodies, count);
        assigning.commit(assigning.assignment(), true);
        long committed = 0;
        for (MessageQueue queue : assigning.assignment()) {
            committed += assigning.committed(queue);
        }
        assigning.shutdown();
        assertThat(committed).isEqualTo(count);
        return bodies;
    }

    private static DefaultLitePullConsumer litePull(String group) {
        DefaultLitePullConsumer consumer = new DefaultLitePullConsumer(group);
        consumer.setNamesrvAddr(peer.nameServer());
        consumer.setPullBatchSize(32);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        return consumer;
    }

    private static void poll(DefaultLitePullConsumer consumer, List<String> bodies, int count) {
        await().atMost(Duration.ofSeconds(60))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    consumer.poll(200).forEach(message -> bodies.add(new String(message.getBody(), UTF_8)));
                    return bodies.size() >= count;
                });
    }

    @Test
    void shouldAnswerAdministrativeQuestions() throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("our-questions");
        producer.setNamesrvAddr(peer.nameServer());
        producer.start();
        try {
            new MQAdminRules(producer, "OurQuestions").check();
        } finally {
            producer.shutdown();
        }
    }

    @Test
    void shouldCommitAndRollBackTransactionsAndAnswerTheBrokersQuestions() throws Exception {
        Queue<String> asked = new ConcurrentLinkedQueue<>();
        TransactionMQProducer producer = new TransactionMQProducer("our-transactions");
        producer.setNamesrvAddr(peer.nameServer());
        producer.setTransactionListener(new TransactionListener() {
            @Override
            public LocalTransactionState executeLocalTransaction(Message message, Object arg) {
                return (LocalTransactionState) arg;
            }

            @Override
            public LocalTransactionState checkLocalTransaction(MessageExt message) {
                asked.add(message.getKeys() + " of " + message.getTopic());
                // On a busy machine this broker may ask before it is told, and then commit twice (UP-116).
                return Set.of("now", "later").contains(message.getKeys())
                        ? LocalTransactionState.COMMIT_MESSAGE
                        : LocalTransactionState.ROLLBACK_MESSAGE;
            }
        });
        producer.start();
        try {
            producer.createTopic("TBW102", "OurTransactions", 2, Map.of());
            Map<String, LocalTransactionState> local = Map.of(
                    "now", LocalTransactionState.COMMIT_MESSAGE,
                    "later", LocalTransactionState.UNKNOW,
                    "never", LocalTransactionState.ROLLBACK_MESSAGE,
                    "in the end not", LocalTransactionState.UNKNOW);
            for (Map.Entry<String, LocalTransactionState> each : local.entrySet()) {
                Message message = new Message(
                        "OurTransactions", "tag", each.getKey(), each.getKey().getBytes(UTF_8));
                TransactionSendResult result = producer.sendMessageInTransaction(message, each.getValue());
                assertThat(result.getSendStatus()).isEqualTo(SendStatus.SEND_OK);
                assertThat(result.getTransactionId()).isEqualTo(result.getMsgId());
            }
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(asked)
                    .contains("later of OurTransactions", "in the end not of OurTransactions"));
            assertThat(Set.copyOf(consume("our-transactions-push", "OurTransactions", 2, false)))
                    .isEqualTo(Set.of("now", "later"));
        } finally {
            producer.shutdown();
        }
    }

    @Test
    void shouldGatherCompressAndRequestWithOurSdk() throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("our-batches");
        producer.setNamesrvAddr(peer.nameServer());
        producer.setAutoBatch(true);
        producer.start();
        try {
            producer.createTopic("TBW102", "OurBatches", 1, Map.of());
            Queue<Long> offsets = new ConcurrentLinkedQueue<>();
            for (int i = 0; i < COUNT; i++) {
                producer.send(batched("auto-" + i, ""), new SendCallback() {
                    @Override
                    public void onSuccess(SendResult result) {
                        offsets.add(result.getQueueOffset());
                    }

                    @Override
                    public void onException(Throwable e) {
                        throw new AssertionError(e);
                    }
                });
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> offsets.size() == COUNT);
            assertThat(offsets).doesNotHaveDuplicates();
            String text = " a large text".repeat(500);
            assertThat(producer.send(List.of(batched("large-1", text), batched("large-2", text)))
                            .getOffsetMsgId()
                            .split(","))
                    .hasSize(2);
            try (Peer published = Peer.client("5.5.0", "JSON")) {
                assertThat(published.run("push", peer.nameServer(), "OurBatches", "their-push", "*", COUNT + 2))
                        .hasSize(COUNT + 2)
                        .contains("large-1", "large-2")
                        .noneMatch(key -> key.startsWith("wrong"));
            }
            producer.createTopic("TBW102", "OurRequests", 1, Map.of());
            CompletableFuture<List<String>> requests;
            try (Peer published = Peer.client("5.5.0", "JSON")) {
                requests = CompletableFuture.supplyAsync(
                        () -> published.replies("reply", peer.nameServer(), "OurRequests", "their-repliers", 3));
                for (int i = 0; i < 3; i++) {
                    Message request =
                            new Message("OurRequests", Integer.toString(i).getBytes(UTF_8));
                    assertThat(new String(producer.request(request, 90_000).getBody(), UTF_8))
                            .isEqualTo("re " + i);
                }
                // The published listener notes a request on any of its threads, perhaps after its reply.
                assertThat(requests.get(90, TimeUnit.SECONDS)).containsExactlyInAnyOrder("0", "1", "2");
            }
        } finally {
            producer.shutdown();
        }
    }

    private static Message batched(String key, String text) {
        return new Message("OurBatches", "tag", key, (key + text).getBytes(UTF_8));
    }

    private static Message message(String key) {
        return new Message("OurSdk", "tag", key, key.getBytes(UTF_8));
    }

    private static List<String> consume(String group, String topic, int count, boolean orderly) throws Exception {
        Queue<String> keys = new ConcurrentLinkedQueue<>();
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group);
        consumer.setNamesrvAddr(peer.nameServer());
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, "tag");
        if (orderly) {
            consumer.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
                messages.forEach(message -> keys.add(message.getKeys()));
                return ConsumeOrderlyStatus.SUCCESS;
            });
        } else {
            consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
                messages.forEach(message -> keys.add(message.getKeys()));
                return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            });
        }
        consumer.start();
        try {
            await().atMost(Duration.ofSeconds(60)).until(() -> keys.size() >= count);
            return List.copyOf(keys);
        } finally {
            consumer.shutdown();
        }
    }

    @Test
    void shouldAdministerWithOurMqadmin() {
        mqadmin("updateTopic", "-c", "PeerCluster", "-t", "OurAdmin", "-r", "4", "-w", "4")
                .contains("create topic to " + peer.broker());
        mqadmin("topicList").contains("OurAdmin");
        mqadmin("topicRoute", "-t", "OurAdmin").contains(peer.broker());
        mqadmin("topicClusterList", "-t", "OurAdmin").contains("PeerCluster");
        mqadmin("sendMessage", "-t", "OurAdmin", "-p", "one parcel", "-k", "key-1", "-c", "express")
                .contains("SEND_OK");
        mqadmin("topicStatus", "-t", "OurAdmin").contains("peer-broker");
        await().atMost(Duration.ofSeconds(30)).until(() -> run("queryMsgByKey", "-t", "OurAdmin", "-k", "key-1")
                .startsWith("exit 0"));
        mqadmin("printMsg", "-t", "OurAdmin").contains("one parcel");
        mqadmin("consumeMessage", "-t", "OurAdmin").contains("one parcel");
        mqadmin("checkMsgSendRT", "-t", "OurAdmin", "-a", "5").contains("Avg RT");
        mqadmin("clusterList").contains("peer-broker");
        mqadmin("brokerStatus", "-b", peer.broker()).contains("putTps");
        mqadmin("getBrokerConfig", "-b", peer.broker()).contains("brokerName");
        mqadmin("updateBrokerConfig", "-b", peer.broker(), "-k", "fileReservedTime", "-v", "48")
                .contains("success");
        mqadmin("updateSubGroup", "-c", "PeerCluster", "-g", "our-admin-group").contains("success");
        // The published broker creates a group again while it deletes it, so there is no effect to be seen.
        assertThat(run("deleteSubGroup", "-c", "PeerCluster", "-g", "our-admin-group"))
                .startsWith("exit 1")
                .contains("to be gone");
        mqadmin("getNamesrvConfig").contains("listenPort");
        mqadmin("updateKvConfig", "-s", "space", "-k", "k", "-v", "v").contains("success");
        mqadmin("deleteKvConfig", "-s", "space", "-k", "k").contains("success");
        mqadmin("wipeWritePerm", "-b", "peer-broker").contains("OK");
        mqadmin("addWritePerm", "-b", "peer-broker").contains("OK");
        mqadmin("deleteTopic", "-c", "PeerCluster", "-t", "OurAdmin").contains("success");
    }
}
