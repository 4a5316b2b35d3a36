package io.ferrymq.distribution.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPullConsumer;
import io.ferrymq.client.consumer.MQPullConsumerScheduleService;
import io.ferrymq.client.consumer.MessageSelector;
import io.ferrymq.client.consumer.PullCallback;
import io.ferrymq.client.consumer.PullResult;
import io.ferrymq.client.consumer.PullStatus;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.ResetOffsetRequestHeader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application gets that orders each pull itself, and the service that has it called. */
@SuppressWarnings("deprecation") // That is what they are called in RocketMQ.
class PullConsumerTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    static Path directory;

    private static LocalCluster cluster;
    private static DefaultMQProducer producer;

    @BeforeAll
    static void start() throws Exception {
        cluster = LocalCluster.start(directory, LocalCluster.BROKER);
        producer = cluster.producer();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static MessageQueue queue(String topic, int id) {
        return new MessageQueue(topic, LocalCluster.BROKER, id);
    }

    private static DefaultMQPullConsumer consumer(String group) {
        DefaultMQPullConsumer consumer = new DefaultMQPullConsumer(group);
        consumer.setNamesrvAddr(cluster.nameServerAddress());
        cluster.atClose(consumer::shutdown);
        return consumer;
    }

    private static DefaultMQPullConsumer started(String group) throws MQClientException {
        DefaultMQPullConsumer consumer = consumer(group);
        consumer.start();
        return consumer;
    }

    private static List<String> bodies(PullResult result) {
        return result.getMsgFoundList().stream().map(PullConsumerTest::body).toList();
    }

    private static String body(MessageExt message) {
        return new String(message.getBody(), StandardCharsets.UTF_8);
    }

    private static List<String> numbers(int from, int count) {
        return IntStream.range(from, from + count).mapToObj(Integer::toString).toList();
    }

    @Test
    void shouldSayHowEachPullEnded() throws Exception {
        cluster.createTopic("Ends", 1);
        cluster.send(producer, "Ends", 0, 40);
        DefaultMQPullConsumer consumer = started("ends");
        MessageQueue queue =
                consumer.fetchSubscribeMessageQueues("Ends").iterator().next();

        PullResult found = consumer.pull(queue, "*", 0, 32);
        assertThat(found.getPullStatus()).isEqualTo(PullStatus.FOUND);
        assertThat(bodies(found)).containsExactlyElementsOf(numbers(0, 32));
        assertThat(found.getNextBeginOffset()).isEqualTo(32);
        assertThat(found.getMaxOffset()).isEqualTo(40);
        assertThat(bodies(consumer.pull(queue, "tag", 32, 32))).hasSize(8);

        PullResult none = consumer.pull(queue, "*", 40, 32);
        assertThat(none.getPullStatus()).isEqualTo(PullStatus.NO_NEW_MSG);
        assertThat(none.getMsgFoundList()).isNull();
        PullResult unwanted = consumer.pull(queue, MessageSelector.byTag("other"), 0, 32);
        assertThat(unwanted.getPullStatus()).isEqualTo(PullStatus.NO_MATCHED_MSG);
        assertThat(unwanted.getNextBeginOffset()).isPositive();
        PullResult beyond = consumer.pull(queue, "*", 50, 32);
        assertThat(beyond.getPullStatus()).isEqualTo(PullStatus.OFFSET_ILLEGAL);
        assertThat(beyond.getNextBeginOffset()).isEqualTo(40);

        assertThatThrownBy(() -> consumer.pull(null, "*", 0, 1)).hasMessageContaining("mq is null");
        assertThatThrownBy(() -> consumer.pull(queue, "*", -1, 1)).hasMessageContaining("offset < 0: -1");
        assertThatThrownBy(() -> consumer.pull(queue, "*", 0, 0)).hasMessageContaining("maxNums <= 0: 0");
        assertThatThrownBy(() -> consumer.pull(queue("Ends", 9), "*", 0, 1)).isInstanceOf(MQBrokerException.class);
    }

    private static final class Answer extends CompletableFuture<PullResult> implements PullCallback {
        @Override
        public void onSuccess(PullResult pullResult) {
            complete(pullResult);
        }

        @Override
        public void onException(Throwable e) {
            completeExceptionally(e);
        }
    }

    @Test
    void shouldWaitForAMessageIfToldTo() throws Exception {
        cluster.createTopic("Waits", 1);
        DefaultMQPullConsumer consumer = started("waits");
        Answer waiting = new Answer();
        consumer.pullBlockIfNotFound(queue("Waits", 0), "*", 0, 32, waiting);
        Answer refused = new Answer();
        consumer.pull(queue("Waits", 5), "*", 0, 32, refused, 3_000);
        assertThat(refused)
                .failsWithin(LONG)
                .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                .withCauseInstanceOf(MQBrokerException.class);
        assertThat(waiting).isNotDone();

        cluster.send(producer, "Waits", 0, 1);

        assertThat(bodies(waiting.get(LONG.toSeconds(), TimeUnit.SECONDS))).containsExactly("0");
        Answer limited = new Answer();
        cluster.send(producer, "Waits", 1, 10);
        consumer.pull(queue("Waits", 0), "*", 0, 32, 1, limited, 3_000);
        assertThat(bodies(limited.get(LONG.toSeconds(), TimeUnit.SECONDS))).containsExactly("0");
    }

    @Test
    void shouldKeepPositionsForTheNextOne() throws Exception {
        cluster.createTopic("Keeps", 1);
        MessageQueue queue = queue("Keeps", 0);
        cluster.send(producer, "Keeps", 0, 10);
        DefaultMQPullConsumer first = started("keeps");
        first.pull(queue, "*", 0, 1);
        assertThat(first.fetchConsumeOffset(queue, true)).isEqualTo(-1);
        first.updateConsumeOffset(queue, 7);
        assertThat(first.fetchConsumeOffset(queue, false)).isEqualTo(7);
        first.persist(queue);
        assertThat(first.fetchConsumeOffset(queue, true)).isEqualTo(7);
        first.updateConsumeOffset(queue, 8);
        await().atMost(LONG)
                .until(() -> first.fetchMessageQueuesInBalance("Keeps").contains(queue));
        first.shutdown();
        assertThatThrownBy(() -> first.pull(queue, "*", 0, 1)).hasMessageContaining("not in running status");

        assertThat(started("keeps").fetchConsumeOffset(queue, false)).isEqualTo(8);
    }

    @Test
    void shouldGiveMessagesBack() throws Exception {
        cluster.createTopic("Back", 1);
        cluster.send(producer, "Back", 0, 1);
        DefaultMQPullConsumer consumer = started("back");
        MessageExt message =
                consumer.pull(queue("Back", 0), "*", 0, 1).getMsgFoundList().get(0);

        consumer.sendMessageBack(message, 1, null, null);

        List<MessageExt> again = new ArrayList<>();
        await().atMost(LONG).until(() -> {
            PullResult result = consumer.pull(queue("%RETRY%back", 0), "*", 0, 1);
            return result.getPullStatus() == PullStatus.FOUND && again.addAll(result.getMsgFoundList());
        });
        assertThat(again.get(0).getReconsumeTimes()).isEqualTo(1);
        assertThat(again.get(0).getTopic()).isEqualTo("Back");
    }

    @Test
    @DisplayName("The schedule service runs each queue at one member, and hands it over when members come and go")
    void shouldRunEachQueueAtOneMember() throws Exception {
        cluster.createTopic("Runs", 4);
        cluster.send(producer, "Runs", 0, 100);
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        MQPullConsumerScheduleService first = scheduled(bodies);
        await().atMost(LONG).until(() -> bodies.size() == 100);
        MQPullConsumerScheduleService second = scheduled(bodies);
        await().atMost(LONG).until(() -> inBalance(first) == 2 && inBalance(second) == 2);
        cluster.send(producer, "Runs", 100, 100);
        await().atMost(LONG).until(() -> bodies.size() >= 200);
        first.shutdown();
        cluster.send(producer, "Runs", 200, 50);
        await().atMost(LONG).until(() -> bodies.size() >= 250);

        assertThat(bodies).containsExactlyInAnyOrderElementsOf(numbers(0, 250));
    }

    private static int inBalance(MQPullConsumerScheduleService service) throws MQClientException {
        return service.getDefaultMQPullConsumer()
                .fetchMessageQueuesInBalance("Runs")
                .size();
    }

    private static MQPullConsumerScheduleService scheduled(Queue<String> bodies) throws MQClientException {
        MQPullConsumerScheduleService service = new MQPullConsumerScheduleService("runs");
        service.getDefaultMQPullConsumer().setNamesrvAddr(cluster.nameServerAddress());
        service.setPullThreadNums(2);
        service.registerPullTaskCallback("Runs", (queue, context) -> {
            context.setPullNextDelayTimeMillis(20);
            try {
                long offset = Math.max(0, context.getPullConsumer().fetchConsumeOffset(queue, false));
                PullResult result = context.getPullConsumer().pull(queue, "*", offset, 32);
                if (result.getPullStatus() == PullStatus.FOUND) {
                    bodies.addAll(bodies(result));
                }
                context.getPullConsumer().updateConsumeOffset(queue, result.getNextBeginOffset());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        service.start();
        cluster.atClose(service::shutdown);
        return service;
    }

    @Test
    @DisplayName(
            "UP-197: a reset reaches a pull consumer that is on line; the application gets the new position when it"
                    + " asks")
    void up197_shouldGoOnAtTheResetPosition() throws Exception {
        cluster.createTopic("Moved", 1);
        MessageQueue queue = queue("Moved", 0);
        cluster.send(producer, "Moved", 0, 10);
        DefaultMQPullConsumer consumer = consumer("moved");
        consumer.setRegisterTopics(Set.of("Moved"));
        consumer.start();
        await().atMost(LONG)
                .until(() -> consumer.fetchMessageQueuesInBalance("Moved").contains(queue));
        consumer.updateConsumeOffset(queue, 10);
        consumer.persist(queue);

        ResetOffsetRequestHeader header = new ResetOffsetRequestHeader("Moved", "moved", 0, true, null, null);
        assertThat(cluster.call(LocalCluster.BROKER, Request.of(RequestCode.INVOKE_BROKER_TO_RESET_OFFSET, header))
                        .isSuccess())
                .isTrue();

        // What is committed without having heard of it does not count.
        consumer.persist(queue);
        assertThat(consumer.fetchConsumeOffset(queue, true)).isZero();
        consumer.updateConsumeOffset(queue, 10);
        PullResult moved = consumer.pull(queue, "*", 10, 32);
        assertThat(moved.getPullStatus()).isEqualTo(PullStatus.OFFSET_ILLEGAL);
        assertThat(moved.getNextBeginOffset()).isZero();
        assertThat(consumer.fetchConsumeOffset(queue, false)).isZero();
        assertThat(bodies(consumer.pull(queue, "*", 0, 32))).hasSize(10);
    }
}
