package io.ferrymq.distribution.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.consumer.DefaultMQPushConsumer;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.ConsumeOrderlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.consumer.listener.MessageListenerOrderly;
import io.ferrymq.client.consumer.rebalance.AllocateMessageQueueConsistentHash;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One member of a group leaves and is back at once, as in a deployment, while messages flow. */
class MemberRestartTest {
    private static final Duration LONG = Duration.ofSeconds(40);
    private static final Duration OWN_MAX = Duration.ofSeconds(5);
    private static final long EACH_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int QUEUES = 6;

    @TempDir
    private Path directory;

    private LocalCluster cluster;
    private final AtomicBoolean flows = new AtomicBoolean(true);

    @BeforeEach
    void start() throws Exception {
        cluster = LocalCluster.start(directory, LocalCluster.BROKER);
        cluster.createTopic("topic", QUEUES);
    }

    @AfterEach
    void stop() {
        flows.set(false);
        cluster.close();
    }

    /** What a group's members have said. */
    private final class Group {
        final String name;
        final boolean orderly;
        final Map<String, Set<Integer>> given = new ConcurrentHashMap<>();
        final Set<Integer> moved = ConcurrentHashMap.newKeySet();
        final Map<Integer, Long> seen = new ConcurrentHashMap<>();
        final Map<Integer, Long> worstNanos = new ConcurrentHashMap<>();

        Group(String name, boolean orderly) {
            this.name = name;
            this.orderly = orderly;
        }

        DefaultMQPushConsumer member(String member) throws Exception {
            DefaultMQPushConsumer consumer = cluster.consumer(name);
            consumer.setInstanceName(member);
            consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
            consumer.setAllocateMessageQueueStrategy(new AllocateMessageQueueConsistentHash());
            consumer.setMessageQueueListener((topic, all, mine) -> given(topic, member, mine));
            consumer.subscribe("topic", "*");
            if (orderly) {
                consumer.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
                    messages.forEach(this::note);
                    return ConsumeOrderlyStatus.SUCCESS;
                });
            } else {
                consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
                    messages.forEach(this::note);
                    return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
                });
            }
            consumer.start();
            return consumer;
        }

        private void given(String topic, String member, Set<MessageQueue> mine) {
            if (topic.equals("topic")) {
                Set<Integer> now = mine.stream().map(MessageQueue::getQueueId).collect(Collectors.toSet());
                Set<Integer> before = given.put(member, now);
                now.stream()
                        .filter(queue -> before == null || !before.contains(queue))
                        .forEach(moved::add);
            }
        }

        /** By queue, once each has one owner; else empty. */
        Map<Integer, String> owners() {
            Map<Integer, String> owners = new HashMap<>();
            int count = 0;
            for (Map.Entry<String, Set<Integer>> of : given.entrySet()) {
                count += of.getValue().size();
                of.getValue().forEach(queue -> owners.put(queue, of.getKey()));
            }
            return count == QUEUES && owners.size() == QUEUES ? owners : Map.of();
        }

        private void note(MessageExt message) {
            long delayNanos = System.nanoTime() - Long.parseLong(Seen.body(message));
            worstNanos.merge(message.getQueueId(), delayNanos, Math::max);
            seen.merge(message.getQueueId(), 1L, Long::sum);
        }

        boolean hasSeen(int fromEach) {
            return IntStream.range(0, QUEUES).allMatch(queue -> seen.getOrDefault(queue, 0L) >= fromEach);
        }

        void forget() {
            moved.clear();
            seen.clear();
            worstNanos.clear();
        }
    }

    private CompletableFuture<Void> flow() throws Exception {
        DefaultMQProducer producer = cluster.producer();
        return CompletableFuture.runAsync(() -> {
            for (int i = 0; flows.get(); i++) {
                MessageQueue queue = new MessageQueue("topic", LocalCluster.BROKER, i % QUEUES);
                try {
                    producer.send(
                            new Message(
                                    "topic", Long.toString(System.nanoTime()).getBytes(StandardCharsets.US_ASCII)),
                            queue);
                } catch (Exception e) {
                    throw new IllegalStateException("message " + i, e);
                }
                LockSupport.parkNanos(EACH_NANOS);
            }
        });
    }

    @Test
    @DisplayName("UP-100: a member that is restarted delays its own queues alone, and those by less than 5 s")
    void up100_shouldDelayTheQueuesOfARestartedMemberOnly() throws Exception {
        List<Group> groups = List.of(new Group("concurrent", false), new Group("orderly", true));
        Map<String, DefaultMQPushConsumer> members = new HashMap<>();
        for (String member : List.of("m1", "m2", "m3")) {
            for (Group group : groups) {
                members.put(group.name + member, group.member(member));
            }
        }
        CompletableFuture<Void> flow = flow();
        await("the groups have come to rest")
                .atMost(LONG)
                .during(Duration.ofSeconds(1))
                .until(() -> groups.stream().allMatch(group -> !group.owners().isEmpty() && group.hasSeen(5)));
        Map<Integer, String> before = groups.get(0).owners();
        assertThat(groups.get(1).owners()).as("the same rule and ids").isEqualTo(before);
        String leaver = before.get(0);
        groups.forEach(Group::forget);

        for (Group group : groups) {
            members.get(group.name + leaver).shutdown();
            group.given.remove(leaver);
            group.member(leaver);
        }
        await("the groups are as before").atMost(LONG).until(() -> groups.stream()
                .allMatch(group -> group.owners().equals(before) && group.hasSeen(10)));
        flows.set(false);
        flow.get(LONG.toSeconds(), TimeUnit.SECONDS);

        for (Group group : groups) {
            // What befell queues that did not move is the machine's.
            long othersNanos = 0;
            for (Map.Entry<Integer, String> queue : before.entrySet()) {
                if (!queue.getValue().equals(leaver)) {
                    assertThat(group.moved).as("moved of %s", group.name).doesNotContain(queue.getKey());
                    othersNanos = Math.max(othersNanos, group.worstNanos.get(queue.getKey()));
                }
            }
            assertThat(Duration.ofNanos(othersNanos))
                    .as("others of %s", group.name)
                    .isLessThan(OWN_MAX);
            for (Map.Entry<Integer, String> queue : before.entrySet()) {
                assertThat(Duration.ofNanos(group.worstNanos.get(queue.getKey()))
                                .minusNanos(othersNanos))
                        .as("queue %d of %s", queue.getKey(), group.name)
                        .isLessThan(OWN_MAX);
            }
        }
    }
}
