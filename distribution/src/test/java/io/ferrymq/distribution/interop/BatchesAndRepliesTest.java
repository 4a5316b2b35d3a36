package io.ferrymq.distribution.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.producer.BatchSplitter;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.RequestCallback;
import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.utils.MessageUtil;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.distribution.LocalCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches, requests and replies of our SDK over our brokers, with the published clients at the other end. */
class BatchesAndRepliesTest {
    private static final String OTHER = "broker-b";
    private static final int REQUESTS = 4;

    @TempDir
    static Path folder;

    private static LocalCluster servers;

    @BeforeAll
    static void start() throws Exception {
        servers = LocalCluster.start(folder, LocalCluster.BROKER, OTHER);
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    private static DefaultMQProducer producer(String group) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer(group);
        producer.setNamesrvAddr(servers.nameServerAddress());
        producer.setSendMsgTimeout(90_000);
        return producer;
    }

    @Test
    void shouldGiveEachMessageOfAnAutomaticBatchTheResultOfItsPlace() throws Exception {
        int count = 3_000;
        servers.createTopic("Gathered", 2);
        DefaultMQProducer producer = producer("gathering");
        producer.setAutoBatch(true);
        producer.start();
        Map<String, String> results = new ConcurrentHashMap<>();
        for (int i = 0; i < count; i++) {
            producer.send(
                    new Message(
                            "Gathered", "tag", "key-" + i, Integer.toString(i).getBytes(UTF_8)),
                    new SendCallback() {
                        @Override
                        public void onSuccess(SendResult result) {
                            results.put(
                                    result.getMsgId(),
                                    result.getMessageQueue().getBrokerName() + " "
                                            + result.getMessageQueue().getQueueId() + " " + result.getQueueOffset()
                                            + " " + result.getOffsetMsgId());
                        }

                        @Override
                        public void onException(Throwable e) {
                            throw new AssertionError(e);
                        }
                    });
        }
        producer.shutdown();
        await().atMost(Duration.ofSeconds(90)).until(() -> results.size() == count);

        Map<String, String> places = new ConcurrentHashMap<>();
        consume(
                "gathered",
                "Gathered",
                message -> places.put(
                        message.getMsgId(),
                        message.getBrokerName() + " " + message.getQueueId() + " " + message.getQueueOffset() + " "
                                + MessageDecoder.createMessageId(
                                        message.getStoreHost(), message.getCommitLogOffset())));
        await().atMost(Duration.ofSeconds(90)).until(() -> places.size() == count);
        assertThat(places).isEqualTo(results);
    }

    private static void consume(String group, String topic, java.util.function.Consumer<MessageExt> listener)
            throws Exception {
        DefaultMQPushConsumer consumer = servers.consumer(group);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(topic, "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            messages.forEach(listener);
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.9.8", "5.5.0"})
    @DisplayName("UP-055: a batch of large texts takes under half its bytes on disk, and published clients read it")
    void up055_shouldStoreBatchesCompressed(String version) throws Exception {
        String name = version.replace('.', '_');
        servers.createTopicAt(servers.brokerAddress(), "Texts" + name, 1);
        String text = IntStream.range(0, 8_192 / 16)
                .mapToObj(i -> "some text %6d".formatted(i * 7))
                .reduce("", String::concat);
        List<Message> messages = IntStream.range(0, 100)
                .mapToObj(
                        i -> new Message("Texts" + name, "tag", "key-" + i, ("key-" + i + " " + text).getBytes(UTF_8)))
                .toList();
        List<Long> addresses = new ArrayList<>();
        DefaultMQProducer producer = producer("texts" + name);
        producer.start();
        try {
            for (List<Message> batch : BatchSplitter.of(messages, 400_000)) {
                for (String id : producer.send(batch).getOffsetMsgId().split(",")) {
                    addresses.add(MessageDecoder.decodeMessageId(id).getOffset());
                }
            }
        } finally {
            producer.shutdown();
        }
        assertThat(addresses).hasSize(100);
        assertThat(addresses.get(99) - addresses.get(0)).isLessThan(99L * text.length() / 2);
        try (Peer peer = Peer.client(version, "JSON")) {
            assertThat(peer.run("push", servers.nameServerAddress(), "Texts" + name, "texts" + name, "*", 100))
                    .containsExactlyInAnyOrderElementsOf(
                            messages.stream().map(Message::getKeys).toList());
        }
    }

    @Test
    @DisplayName("UP-061: each request gets its own reply, whatever broker it comes through")
    void up061_shouldBringRepliesThroughAnyBroker() throws Exception {
        servers.createTopicAt(servers.brokerAddress(), "Asked", 2);
        replyTo("Asked");
        DefaultMQProducer producer = producer("asking");
        producer.start();
        try {
            Queue<String> replies = new ConcurrentLinkedQueue<>();
            List<CompletableFuture<String>> ends = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(text(producer.request(message("Asked", "sync " + i), 90_000)))
                        .isEqualTo("re sync " + i);
                CompletableFuture<String> end = new CompletableFuture<>();
                ends.add(end);
                producer.request(message("Asked", "async " + i), callback(end, replies), 90_000);
            }
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(ends.get(i).get(90, TimeUnit.SECONDS)).isEqualTo("re async " + i);
            }
            assertThat(replies).hasSize(REQUESTS);
        } finally {
            producer.shutdown();
        }
    }

    private static RequestCallback callback(CompletableFuture<String> end, Queue<String> all) {
        return new RequestCallback() {
            @Override
            public void onSuccess(Message reply) {
                all.add(text(reply));
                end.complete(text(reply));
            }

            @Override
            public void onException(Throwable e) {
                all.add(e.toString());
                end.completeExceptionally(e);
            }
        };
    }

    private static void replyTo(String topic) throws Exception {
        DefaultMQProducer producer = producer("replying-to-" + topic);
        producer.start();
        servers.atClose(producer::shutdown);
        consume("repliers-of-" + topic, topic, request -> {
            try {
                producer.send(MessageUtil.createReplyMessage(request, ("re " + text(request)).getBytes(UTF_8)));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static Message message(String topic, String body) {
        return new Message(topic, "tag", body.getBytes(UTF_8));
    }

    private static String text(Message message) {
        return new String(message.getBody(), UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.9.8", "5.5.0"})
    void shouldAnswerAndBeAnsweredByPublishedClients(String version) throws Exception {
        String name = version.replace('.', '_');
        servers.createTopic("TheyAsk" + name, 1);
        servers.createTopic("WeAsk" + name, 1);
        List<String> bodies =
                IntStream.range(0, REQUESTS).mapToObj(Integer::toString).toList();
        try (Peer peer = Peer.client(version, "JSON")) {
            replyTo("TheyAsk" + name);
            assertThat(peer.replies("request", servers.nameServerAddress(), "TheyAsk" + name, REQUESTS))
                    .containsExactlyElementsOf(
                            bodies.stream().map(body -> "re " + body).toList());

            CompletableFuture<List<String>> answered = CompletableFuture.supplyAsync(() ->
                    peer.replies("reply", servers.nameServerAddress(), "WeAsk" + name, "theirs" + name, REQUESTS));
            DefaultMQProducer producer = producer("asking" + name);
            producer.start();
            try {
                for (String body : bodies) {
                    assertThat(text(producer.request(message("WeAsk" + name, body), 90_000)))
                            .isEqualTo("re " + body);
                }
            } finally {
                producer.shutdown();
            }
            assertThat(answered.get(90, TimeUnit.SECONDS)).containsExactlyElementsOf(bodies);
        }
    }
}
