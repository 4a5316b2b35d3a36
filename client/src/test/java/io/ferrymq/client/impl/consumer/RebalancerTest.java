package io.ferrymq.client.impl.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.ferrymq.client.consumer.AllocateMessageQueueStrategy;
import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.consumer.rebalance.AllocateMessageQueueAveragely;
import io.ferrymq.client.consumer.store.GroupPositions;
import io.ferrymq.client.consumer.store.RemoteBrokerOffsetStore;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Sharing out and opening queues, with everything on the test's own thread. */
class RebalancerTest {
    private final Map<String, TopicRoute> routes = new HashMap<>();
    private final Map<String, CompletableFuture<List<String>>> members = new HashMap<>();
    private final Set<String> topics = new HashSet<>();
    private final List<MessageQueue> pulled = new ArrayList<>();
    private final List<Set<MessageQueue>> told = new ArrayList<>();
    private final List<List<String>> asked = new ArrayList<>();
    private final List<String> searched = new ArrayList<>();
    private final Set<String> deadBrokers = new HashSet<>();
    private final Map<MessageQueue, Long> committed = new HashMap<>();
    private final AtomicLong nowMs = new AtomicLong(1);
    private final AtomicInteger heartbeats = new AtomicInteger();
    private final Fakes.ManualTimer timer = new Fakes.ManualTimer();
    private final ConsumePool pool = new ConsumePool("group", 1, 1);
    private final Positions positions = new Positions();
    private final RemoteBrokerOffsetStore store = new RemoteBrokerOffsetStore("group", positions);
    private AllocateMessageQueueStrategy strategy = new AllocateMessageQueueAveragely();
    private Assignments assignments;
    private Rebalancer rebalancer;

    @AfterEach
    void stop() {
        pool.interrupt();
    }

    /** Positions at brokers, of which some do not answer. */
    private final class Positions implements GroupPositions {
        @Override
        public CompletableFuture<OptionalLong> query(MessageQueue queue) {
            if (deadBrokers.contains(queue.getBrokerName())) {
                return new CompletableFuture<>();
            }
            Long offset = committed.get(queue);
            return CompletableFuture.completedFuture(OptionalLong.of(offset == null ? 0 : offset));
        }

        @Override
        public CompletableFuture<Void> update(MessageQueue queue, long offset, boolean forward) {
            if (deadBrokers.contains(queue.getBrokerName())) {
                return CompletableFuture.failedFuture(new IllegalStateException("dead"));
            }
            committed.put(queue, offset);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void updateOneway(MessageQueue queue, long offset, boolean forward) {
            committed.put(queue, offset);
        }
    }

    private void create(MessageModel model) {
        Group group = Fakes.group(model);
        MessageListenerConcurrently listener = (messages, context) -> ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        ListenerEnvironment env = new ListenerEnvironment(
                group,
                pool,
                new Fakes.GivenBack(),
                () -> Fakes.settings(1, -1),
                new ListenerHooks(group, List.of()),
                new ConsumerStats(() -> 1),
                timer,
                () -> 1);
        PullEnvironment pulling = new PullEnvironment(
                group,
                (queue, brokerId, header, end) -> pulled.add(queue),
                new PulledMessages(group, new Decoding(true, true), List.of()),
                () -> Fakes.settings(1, -1).pulls(),
                topic -> FilterAPI.buildSubscriptionData(topic, "*", 1),
                topic -> new FlowLimits(10, 1_000, 10),
                queue -> 0,
                new Gate(),
                new ConsumerStats(() -> 1),
                () -> {},
                new Ownership(group, store, () -> true, queue -> assignments.lost(queue)),
                (queue, from, header) -> {},
                new Complaints(),
                timer,
                () -> 1);
        assignments = new Assignments(
                group,
                store,
                new AssignmentTools(
                        new HandOver(store, () -> 1),
                        new StartOffset(group, store, null),
                        new ConcurrentConsume(listener, env),
                        null,
                        1_000,
                        pulling,
                        new Complaints(),
                        () -> 1,
                        Runnable::run,
                        timer,
                        () -> rebalancer.now()));
        rebalancer = new Rebalancer(
                group,
                new RebalanceTools(
                        () -> Set.copyOf(topics),
                        routes::get,
                        searched::add,
                        brokers -> {
                            asked.add(List.copyOf(brokers));
                            return members.get(brokers.get(0));
                        },
                        () -> strategy,
                        () -> (topic, all, own) -> told.add(own),
                        heartbeats::incrementAndGet,
                        Runnable::run,
                        timer,
                        nowMs::get),
                assignments);
    }

    private void route(String topic, String broker, int queues) {
        routes.put(
                topic,
                TopicRoute.of(
                        topic,
                        TopicRouteData.of(
                                List.of(new QueueData(broker, queues, queues, 6, 0)),
                                List.of(new BrokerData("cluster", broker, Map.of(0L, "127.0.0.1:1"), null, false)))));
        topics.add(topic);
    }

    private void membersAt(String broker, String... ids) {
        members.put(broker, CompletableFuture.completedFuture(List.of(ids)));
    }

    private static MessageQueue queue(String topic, String broker, int id) {
        return new MessageQueue(topic, broker, id);
    }

    @Test
    void shouldOpenAndPullItsShare() {
        create(MessageModel.CLUSTERING);
        route("topic", "a", 4);
        membersAt("a", "client-1");

        rebalancer.start();

        assertThat(pulled).hasSize(4);
        assertThat(assignments.held("topic")).hasSize(4);
    }

    @Test
    void shouldAskForTheMembersOnceARoundForTopicsAtTheSameBrokers() {
        create(MessageModel.CLUSTERING);
        route("one", "a", 2);
        route("two", "a", 2);
        route("elsewhere", "b", 1);
        membersAt("a", "client-1");
        membersAt("b", "client-1");

        rebalancer.start();
        assertThat(asked).containsExactlyInAnyOrder(List.of("a"), List.of("b"));
        assertThat(pulled).hasSize(5);

        membersAt("a", "client-1", "client-2");
        rebalancer.now();
        assertThat(asked).as("asked anew in each round").hasSize(4);
        assertThat(assignments.held("one")).containsExactly(queue("one", "a", 0));
        assertThat(assignments.held("two")).containsExactly(queue("two", "a", 0));
    }

    @Test
    void shouldMoveOnlyTheQueuesThatChange() {
        create(MessageModel.CLUSTERING);
        route("topic", "a", 4);
        membersAt("a", "client-1");
        rebalancer.start();
        ProcessQueue kept = open(queue("topic", "a", 0));

        membersAt("a", "client-2", "client-1");
        rebalancer.now();

        assertThat(assignments.held("topic")).containsExactlyInAnyOrder(queue("topic", "a", 0), queue("topic", "a", 1));
        assertThat(assignments.isCurrent(kept)).isTrue();
        assertThat(pulled).as("nothing is opened again").hasSize(4);
    }

    @Test
    @DisplayName(
            "A queue that was lost to another member and comes back is told twice: whatever the application keeps of"
                    + " it is out of date")
    void shouldTellOfQueuesThatWereLostThoughTheyComeBackAtOnce() {
        create(MessageModel.CLUSTERING);
        route("topic", "a", 2);
        membersAt("a", "client-1");
        rebalancer.start();
        MessageQueue lost = queue("topic", "a", 1);
        told.clear();

        assignments.lost(open(lost));

        assertThat(told).containsExactly(Set.of(queue("topic", "a", 0)), Set.of(queue("topic", "a", 0), lost));
    }

    @Test
    @DisplayName("A queue that was lost to another member and stays there is told once")
    void shouldTellOfQueuesThatWereLostForGood() {
        create(MessageModel.CLUSTERING);
        route("topic", "a", 2);
        membersAt("a", "client-1");
        rebalancer.start();
        told.clear();
        membersAt("a", "client-1", "client-2");

        assignments.lost(open(queue("topic", "a", 1)));
        rebalancer.now();

        assertThat(told).containsExactly(Set.of(queue("topic", "a", 0)));
    }

    private ProcessQueue open(MessageQueue queue) {
        return assignments.open().stream()
                .filter(open -> open.queue().equals(queue))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldHaveEveryQueueWhenBroadcasting() {
        create(MessageModel.BROADCASTING);
        route("topic", "a", 4);

        rebalancer.start();

        assertThat(assignments.held("topic")).hasSize(4);
    }

    @Test
    void shouldKeepEverythingAsLongAsTheMembersAreNotKnown() {
        create(MessageModel.CLUSTERING);
        route("topic", "a", 4);
        membersAt("a", "client-1");
        rebalancer.start();

        members.put("a", CompletableFuture.failedFuture(new IllegalStateException("down")));
        rebalancer.now();

        assertThat(assignments.held("topic")).hasSize(4);
        assertThat(timer.due()).isEqualTo(1);
    }

    @Test
    void shouldKeepEverythingAndSpeakUpWhenTheBrokerHasForgottenThisClient() {
        create(MessageModel.CLUSTERING);
        route("topic", "a", 4);
        membersAt("a", "client-1");
        rebalancer.start();

        membersAt("a", "client-2");
        rebalancer.now();

        assertThat(assignments.held("topic")).hasSize(4);
        assertThat(heartbeats).hasValue(1);
    }

    @Test
    void shouldWarnOnceAndOnlyOfMembersThatStayUnknown() {
        create(MessageModel.CLUSTERING);
        route("topic", "a", 4);
        members.put("a", CompletableFuture.failedFuture(new IllegalStateException("not yet")));
        Logger logger = (Logger) LoggerFactory.getLogger(Rebalancer.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            rebalancer.start();
            for (int i = 0; i < 9; i++) {
                nowMs.addAndGet(1_000);
                timer.runAll();
            }
            assertThat(warnings(log)).as("a broker may be slow to hear of us").isEmpty();
            nowMs.addAndGet(1_000);
            timer.runAll();
            timer.runAll();
            assertThat(warnings(log))
                    .containsExactly(
                            "group group: for 10000 ms the queues of topic topic have stayed as they are: not yet");
        } finally {
            logger.detachAppender(log);
        }
    }

    private static List<String> warnings(ListAppender<ILoggingEvent> log) {
        return log.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    @DisplayName("UP-028: a broker that does not answer holds up no other's queues")
    void up028_shouldNotLetOneBrokerHoldUpOthers() {
        create(MessageModel.CLUSTERING);
        route("dead", "hole", 2);
        route("topic", "a", 2);
        members.put("hole", new CompletableFuture<>());
        membersAt("a", "client-1");

        rebalancer.start();

        assertThat(pulled).containsExactlyInAnyOrder(queue("topic", "a", 0), queue("topic", "a", 1));
    }

    @Test
    void shouldNotLetOneUnreadablePositionHoldUpOthers() {
        create(MessageModel.CLUSTERING);
        route("dead", "hole", 1);
        route("topic", "a", 2);
        membersAt("hole", "client-1");
        membersAt("a", "client-1");
        deadBrokers.add("hole");

        rebalancer.start();

        assertThat(pulled).containsExactlyInAnyOrder(queue("topic", "a", 0), queue("topic", "a", 1));
    }

    @Test
    void shouldLookForARouteThatIsMissing() {
        create(MessageModel.CLUSTERING);
        topics.add("later");
        rebalancer.start();
        assertThat(searched).containsExactly("later");

        route("later", "a", 1);
        membersAt("a", "client-1");
        timer.runAll();

        assertThat(pulled).containsExactly(queue("later", "a", 0));
    }

    @Test
    void shouldGiveQueuesOfAnUnsubscribedTopicAwayWithTheirPosition() {
        create(MessageModel.CLUSTERING);
        route("topic", "a", 1);
        membersAt("a", "client-1");
        rebalancer.start();
        store.updateOffset(queue("topic", "a", 0), 42, true);

        topics.remove("topic");
        rebalancer.now();

        assertThat(assignments.queues()).isEmpty();
        assertThat(committed).containsEntry(queue("topic", "a", 0), 42L);
    }

    @Test
    void shouldGoOnWhereItWasWhenABrokerComesBackThatNeverHeardOfThePosition() {
        create(MessageModel.CLUSTERING);
        route("topic", "a", 1);
        membersAt("a", "client-1");
        rebalancer.start();
        ProcessQueue process = assignments.open().get(0);
        process.finish(process.add(Fakes.messages(0, 9), 10));
        deadBrokers.add("a");
        topics.remove("topic");
        rebalancer.now();

        deadBrokers.clear();
        topics.add("topic");
        rebalancer.now();

        assertThat(assignments.open().get(0).position()).isEqualTo(10);
    }

    @Test
    void shouldSurviveARuleThatFails() {
        create(MessageModel.CLUSTERING);
        route("topic", "a", 1);
        membersAt("a", "client-1");
        strategy = new AllocateMessageQueueStrategy() {
            @Override
            public List<MessageQueue> allocate(
                    String consumerGroup, String currentCID, List<MessageQueue> mqAll, List<String> cidAll) {
                throw new IllegalStateException("rule's own");
            }

            @Override
            public String getName() {
                return "FAILING";
            }
        };

        rebalancer.start();
        assertThat(assignments.queues()).isEmpty();
        strategy = new AllocateMessageQueueAveragely();
        rebalancer.now();
        assertThat(assignments.queues()).hasSize(1);
    }

    @Test
    @DisplayName("A position set by a tool takes effect at once, and what is in work of before moves nothing any more")
    void shouldMoveToAnotherOffsetAtOnce() {
        create(MessageModel.CLUSTERING);
        route("topic", "a", 1);
        membersAt("a", "client-1");
        rebalancer.start();
        ProcessQueue before = assignments.open().get(0);
        List<CachedMessage> inWork = before.add(Fakes.messages(0, 9), 10);
        before.begin(inWork, 1);

        assignments.moveTo(queue("topic", "a", 0), 5, "a test wants it");
        before.finish(inWork);

        assertThat(assignments.open().get(0).position()).isEqualTo(5);
        assertThat(committed).containsEntry(queue("topic", "a", 0), 5L);
        assertThat(store.cloneOffsetTable(null)).containsEntry(queue("topic", "a", 0), 5L);
        assertThat(pulled).hasSize(2);
    }
}
