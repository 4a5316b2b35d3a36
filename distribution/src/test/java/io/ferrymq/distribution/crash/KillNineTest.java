package io.ferrymq.distribution.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 at any moment under load: every message answered OK is there, by offset, by key and by consuming. */
class KillNineTest {
    private static final List<String> TOPICS = List.of("Crash", "Crash-b", "Crash-c");
    private static final int QUEUES = 4;

    @TempDir
    Path folder;

    @Test
    void shouldKeepEveryAnsweredMessageWithAsynchronousFlush() throws Exception {
        killAndAudit(2, "ASYNC_FLUSH");
    }

    @Test
    void shouldKeepEveryAnsweredMessageWithSynchronousFlush() throws Exception {
        killAndAudit(1, "SYNC_FLUSH");
    }

    @Test
    @Tag("soak")
    void shouldKeepEveryAnsweredMessageThroughAHundredKills() throws Exception {
        killAndAudit(50, "ASYNC_FLUSH");
        killAndAudit(50, "SYNC_FLUSH");
    }

    private void killAndAudit(int cycles, String flush) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Audit.Answered> answered = new ArrayList<>();
        Path place = folder.resolve(flush);
        place.toFile().mkdirs();
        try (NameServer nameServer = NameServer.start(NamesrvConfig.embedded(place.resolve("namesrv")));
                BrokerProcess broker = new BrokerProcess(
                        place,
                        nameServer.addressText(),
                        List.of(
                                "flushDiskType=" + flush,
                                "mappedFileSizeCommitLog=1048576",
                                "mappedFileSizeConsumeQueue=20000",
                                "maxHashSlotNum=1000",
                                "maxIndexNum=5000"))) {
            for (int cycle = 0; cycle < cycles; cycle++) {
                broker.start();
                Load load = startLoad(nameServer, flush + cycle);
                int enough = 100 + random.nextInt(1500);
                await().atMost(Duration.ofSeconds(60)).until(() -> load.size() >= enough);
                broker.kill();
                answered.addAll(load.end());
                tried.addAll(load.tried());
                broker.start();
                audit(broker, answered, random, "seed " + seed + " cycle " + cycle);
                broker.kill();
            }
            broker.start();
            assertConsumed(nameServer, answered);
        }
    }

    private final List<DefaultMQProducer> producers = new ArrayList<>();
    private final Set<String> tried = new HashSet<>();

    private Load startLoad(NameServer nameServer, String prefix) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("crash-producers");
        producer.setInstanceName(prefix);
        producer.setNamesrvAddr(nameServer.addressText());
        producer.setRetryTimesWhenSendFailed(0);
        producer.setSendMsgTimeout(5_000);
        producer.start();
        producers.add(producer);
        for (String topic : TOPICS) {
            producer.createTopic("TBW102", topic, QUEUES, Map.of());
        }
        return new Load(producer, TOPICS, prefix);
    }

    private void audit(BrokerProcess broker, List<Audit.Answered> answered, Random random, String where)
            throws Exception {
        producers.forEach(DefaultMQProducer::shutdown);
        producers.clear();
        try (Audit audit = new Audit(broker.address(), TOPICS, QUEUES)) {
            Map<String, String> stored = audit.readAll();
            audit.assertAllThere(answered, stored);
            assertThat(tried).as("nothing is invented").containsAll(stored.values());
            for (int i = 0; i < 50; i++) {
                audit.assertFoundByKey(answered.get(random.nextInt(answered.size())));
            }
            audit.assertFoundByKey(answered.get(answered.size() - 1));
        } catch (AssertionError e) {
            throw new AssertionError(where + ": " + e.getMessage(), e);
        }
    }

    private static void assertConsumed(NameServer nameServer, List<Audit.Answered> answered) throws Exception {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("crash-consumers");
        consumer.setNamesrvAddr(nameServer.addressText());
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        for (String topic : TOPICS) {
            consumer.subscribe(topic, "*");
        }
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            messages.forEach(message -> seen.add(message.getKeys()));
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        try {
            List<String> keys = answered.stream().map(Audit.Answered::key).toList();
            await().atMost(Duration.ofSeconds(90)).until(() -> seen.containsAll(keys));
            assertThat(seen).containsAll(keys);
        } finally {
            consumer.shutdown();
        }
    }
}
