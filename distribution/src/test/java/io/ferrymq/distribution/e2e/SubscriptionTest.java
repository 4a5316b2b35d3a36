package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.MessageSelector;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RemotingCommand;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ConsumerConnection;
import io.ferrymq.remoting.protocol.body.ConsumerRunningInfo;
import io.ferrymq.remoting.protocol.header.GetConsumerConnectionListRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerRunningInfoRequestHeader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a running consumer wants, and in which portions it gets it, over a real broker. */
class SubscriptionTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** Below the 15 s for which a pull waits at its broker. */
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    static Path directory;

    private static LocalCluster cluster;
    private static DefaultMQProducer producer;

    private final Map<String, Set<Integer>> assigned = new ConcurrentHashMap<>();

    @BeforeAll
    static void start() throws Exception {
        cluster = LocalCluster.withNameServers(directory, 1);
        cluster.startBroker(
                LocalCluster.BROKER,
                Map.of(
                        "maxTransferCountOnMessageInMemory",
                        "1024",
                        "maxTransferBytesOnMessageInMemory",
                        Integer.toString(4 << 20)));
        producer = cluster.producer();
        // Generous: the machine may be busy with other things.
        producer.setSendMsgTimeout(30_000);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private DefaultMQPushConsumer consumer(String group) {
        DefaultMQPushConsumer consumer = cluster.consumer(group);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setMessageQueueListener((topic, all, own) ->
                assigned.put(topic, own.stream().map(MessageQueue::getQueueId).collect(Collectors.toSet())));
        return consumer;
    }

    private static void send(String topic, String tag, int number) throws Exception {
        producer.send(new Message(topic, tag, Integer.toString(number).getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    @DisplayName("Other tags count for a pull that already waits, so the first message of a new tag comes at once")
    void shouldWantOtherTagsFromNowOn() throws Exception {
        cluster.createTopic("Tags", 2);
        Seen seen = new Seen();
        DefaultMQPushConsumer consumer = consumer("tags");
        consumer.subscribe("Tags", "red");
        consumer.registerMessageListener(seen.listener());
        consumer.start();
        send("Tags", "red", 0);
        await().atMost(LONG).until(() -> seen.count() == 1);

        consumer.subscribe("Tags", "blue || green");
        await().atMost(LONG).until(() -> wish("tags", "Tags").equals("blue || green"));
        send("Tags", "blue", 1);
        send("Tags", "red", 2);
        send("Tags", "green", 3);

        await().atMost(SOON).untilAsserted(() -> assertThat(seen.times).containsOnlyKeys("0", "1", "3"));
        assertThat(consumer.getSubscription()).containsEntry("Tags", "blue || green");
    }

    /** What the broker thinks the group wants of the topic. */
    private static String wish(String group, String topic) {
        byte[] body = cluster.call(
                        LocalCluster.BROKER,
                        Request.of(
                                RequestCode.GET_CONSUMER_CONNECTION_LIST,
                                new GetConsumerConnectionListRequestHeader(group)))
                .body();
        return Json.decode(body, ConsumerConnection.class).subscriptionTable().entrySet().stream()
                .filter(entry -> entry.getKey().equals(topic))
                .map(entry -> entry.getValue().subString())
                .findFirst()
                .orElse("nothing");
    }

    @Test
    @DisplayName(
            "A topic may be subscribed and given up while the consumer runs; its queues come and go, and the broker"
                    + " knows")
    void shouldSubscribeAndUnsubscribeWhileRunning() throws Exception {
        cluster.createTopic("Stays", 2);
        cluster.createTopic("Comes", 3);
        Seen seen = new Seen();
        DefaultMQPushConsumer consumer = consumer("changing");
        consumer.subscribe("Stays", "*");
        consumer.registerMessageListener(seen.listener());
        consumer.start();
        for (int i = 0; i < 6; i++) {
            send("Comes", "tag", i);
        }

        consumer.subscribe("Comes", "*");
        await().atMost(LONG).until(() -> seen.count() == 6);
        assertThat(assigned.get("Comes")).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(wish("changing", "Comes")).isEqualTo("*");

        consumer.unsubscribe("Comes");
        await().atMost(LONG).until(() -> wish("changing", "Comes").equals("nothing"));
        for (int i = 6; i < 12; i++) {
            send("Comes", "tag", i);
        }
        send("Stays", "tag", 100);
        await().atMost(LONG).until(() -> seen.times.containsKey("100"));
        assertThat(seen.count()).isEqualTo(7);

        consumer.subscribe("Comes", "*");
        await().atMost(LONG).until(() -> seen.count() == 13);
        assertThat(seen.duplicates()).as("it goes on where it stopped").isZero();
    }

    @Test
    @DisplayName("UP-035: with the broker's caps raised, 1,024 messages come in one call")
    void up035_shouldGetLargeBatches() throws Exception {
        cluster.createTopic("Bulk", 1);
        for (int batch = 0; batch < 4; batch++) {
            List<Message> messages = new ArrayList<>();
            for (int i = 0; i < 512; i++) {
                messages.add(
                        new Message("Bulk", Integer.toString(batch * 512 + i).getBytes(StandardCharsets.UTF_8)));
            }
            producer.send(messages);
        }
        List<Integer> sizes = new CopyOnWriteArrayList<>();
        AtomicInteger count = new AtomicInteger();
        DefaultMQPushConsumer consumer = consumer("bulk");
        consumer.setConsumeMessageBatchMaxSize(1_024);
        consumer.setPullBatchSize(1_024);
        consumer.setPullThresholdForQueue(65_535);
        consumer.subscribe("Bulk", "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            sizes.add(messages.size());
            count.addAndGet(messages.size());
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();

        await().atMost(LONG).until(() -> count.get() == 2_048);
        assertThat(sizes).contains(1_024);
    }

    @Test
    @DisplayName("In a namespace listeners see names without it, in retries too")
    void shouldHideTheNamespace() throws Exception {
        cluster.createTopic("shop%Orders", 1);
        List<String> deliveries = new CopyOnWriteArrayList<>();
        DefaultMQPushConsumer consumer = consumer("orders");
        namespaced(consumer);
        consumer.subscribe("Orders", "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            MessageExt message = messages.get(0);
            deliveries.add(message.getTopic() + " " + message.getReconsumeTimes());
            context.setDelayLevelWhenNextConsume(1);
            return message.getReconsumeTimes() == 0
                    ? ConsumeConcurrentlyStatus.RECONSUME_LATER
                    : ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        DefaultMQProducer sender = new DefaultMQProducer("orders-sender");
        sender.setNamesrvAddr(cluster.nameServerAddress());
        sender.setNamespace("shop");
        sender.start();
        cluster.atClose(sender::shutdown);
        sender.send(new Message("Orders", "1".getBytes(StandardCharsets.UTF_8)));

        await().atMost(LONG).until(() -> deliveries.size() == 2);
        assertThat(deliveries).containsExactly("Orders 0", "Orders 1");
        assertThat(wish("shop%orders", "shop%Orders")).isEqualTo("*");
    }

    @SuppressWarnings("deprecation")
    private static void namespaced(DefaultMQPushConsumer consumer) throws MQClientException {
        consumer.setNamespace("shop");
    }

    @Test
    @DisplayName(
            "What waits in the client stays below the limits, however long the backlog and however slow the listener")
    void shouldPullNoMoreThanMayWait() throws Exception {
        cluster.createTopic("Slow", 1);
        for (int batch = 0; batch < 2; batch++) {
            List<Message> messages = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                messages.add(new Message("Slow", "x".getBytes(StandardCharsets.UTF_8)));
            }
            producer.send(messages);
        }
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger consumed = new AtomicInteger();
        DefaultMQPushConsumer consumer = consumer("slow");
        consumer.setConsumeThreadMin(1);
        consumer.setConsumeThreadMax(1);
        consumer.setPullBatchSize(10);
        consumer.setPullThresholdForQueue(50);
        consumer.subscribe("Slow", "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                return ConsumeConcurrentlyStatus.RECONSUME_LATER;
            }
            consumed.incrementAndGet();
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();

        await().atMost(LONG).until(() -> cached(consumer, "slow") > 50);
        assertThat(cached(consumer, "slow")).isEqualTo(60);
        gate.countDown();
        await().atMost(LONG).until(() -> consumed.get() == 1_000);
    }

    private static Reply askRunningInfo(DefaultMQPushConsumer consumer, String group) {
        return cluster.call(
                LocalCluster.BROKER,
                Request.of(
                        RequestCode.GET_CONSUMER_RUNNING_INFO,
                        new GetConsumerRunningInfoRequestHeader(group, consumer.buildMQClientId(), false)));
    }

    private static ConsumerRunningInfo runningInfo(DefaultMQPushConsumer consumer, String group) {
        return Json.decode(askRunningInfo(consumer, group).body(), ConsumerRunningInfo.class);
    }

    private static long cached(DefaultMQPushConsumer consumer, String group) {
        Reply reply = askRunningInfo(consumer, group);
        if (!reply.isSuccess()) {
            return 0;
        }
        return Json.decode(reply.body(), ConsumerRunningInfo.class).mqTable().values().stream()
                .mapToLong(queue -> queue.cachedMsgCount())
                .sum();
    }

    @Test
    @DisplayName("UP-034: busy listeners get threads up to the maximum, and the number that is kept may be changed"
            + " meanwhile")
    void up034_shouldGrowToTheMaximumWhileListenersAreBusy() throws Exception {
        cluster.createTopic("Busy", 2);
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger atOnce = new AtomicInteger();
        Set<Integer> requests = ConcurrentHashMap.newKeySet();
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("busy", new RPCHook() {
            @Override
            public void doBeforeRequest(String remoteAddr, RemotingCommand request) {
                requests.add(request.getCode());
            }

            @Override
            public void doAfterResponse(String remoteAddr, RemotingCommand request, RemotingCommand response) {
                // Only what is asked is looked at.
            }
        });
        consumer.setNamesrvAddr(cluster.nameServerAddress());
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setConsumeThreadMin(2);
        consumer.setConsumeThreadMax(6);
        consumer.subscribe("Busy", "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            atOnce.incrementAndGet();
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        cluster.atClose(consumer::shutdown);
        consumer.start();
        for (int i = 0; i < 12; i++) {
            send("Busy", "tag", i);
        }

        await().atMost(LONG).until(() -> atOnce.get() == 6);
        consumer.updateCorePoolSize(4);
        assertThat(runningInfo(consumer, "busy").properties())
                .containsEntry(ConsumerRunningInfo.PROP_THREADPOOL_CORE_SIZE, "4")
                .containsEntry("PROP_THREADPOOL_SIZE", "6");
        gate.countDown();
        await().atMost(LONG).until(() -> atOnce.get() == 12);
        assertThat(requests)
                .as("the hook sees every request")
                .contains(
                        RequestCode.PULL_MESSAGE,
                        RequestCode.HEART_BEAT,
                        RequestCode.QUERY_CONSUMER_OFFSET,
                        RequestCode.GET_ROUTEINFO_BY_TOPIC);
    }

    @Test
    @DisplayName("UP-079: an expression that the broker refuses is refused at run time, too, and what was wanted before"
            + " stays")
    void up079_shouldRefuseAnExpressionAtRunTime() throws Exception {
        cluster.createTopic("Unknown", 1);
        DefaultMQPushConsumer consumer = consumer("refused");
        consumer.subscribe("Other", "*");
        consumer.registerMessageListener(new Seen().listener());
        consumer.start();

        assertThatThrownBy(() -> consumer.subscribe("Unknown", MessageSelector.bySql("a > 3")))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("enablePropertyFilter");
        assertThat(consumer.getSubscription()).containsEntry("Other", "*").doesNotContainKey("Unknown");
    }
}
