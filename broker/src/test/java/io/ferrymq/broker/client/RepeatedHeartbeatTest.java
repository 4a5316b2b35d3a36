package io.ferrymq.broker.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.TestConsumer;
import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.broker.consume.ConsumingSettings;
import io.ferrymq.broker.consume.GroupDirectory;
import io.ferrymq.broker.consume.HostBroker;
import io.ferrymq.broker.consume.TopicDirectory;
import io.ferrymq.broker.lock.QueueLocks;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingServer;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.HeartbeatResponseHeader;
import io.ferrymq.remoting.protocol.header.UnregisterClientRequestHeader;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which heartbeats are read, counted by the visits to a worker: those that say something new, or in new surroundings. */
class RepeatedHeartbeatTest {
    private static final String GROUP = "G";
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String RETRY = "%RETRY%G";

    private final Map<String, SubscriptionGroupConfig> groups = new ConcurrentHashMap<>();
    private final Map<String, TopicConfig> topics = new ConcurrentHashMap<>();
    private final AtomicLong nowMs = new AtomicLong(1_000);
    private final AtomicInteger read = new AtomicInteger();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final IoThreads threads = new IoThreads("heartbeat-server", 1);
    private final ConsumerTable consumers = new ConsumerTable(new Subscriptions(null));
    private final ProducerTable producers = new ProducerTable();
    private Membership membership;
    private RemotingServer server;
    private TestConsumer consumer;
    private String address;

    @BeforeEach
    void serve() throws Exception {
        HostBroker host = (HostBroker) Proxy.newProxyInstance(
                HostBroker.class.getClassLoader(), new Class<?>[] {HostBroker.class}, (proxy, method, args) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
        BrokerContext broker = new BrokerContext(host, new Topics(), new Groups(), nowMs::get);
        ConsumingSettings settings = new ConsumingSettings(
                Path.of("unused"),
                List.of(),
                1,
                false,
                ConsumingSettings.Pulls.DEFAULT,
                ConsumingSettings.Clients.DEFAULT,
                ConsumingSettings.Offsets.DEFAULT);
        membership = new Membership(consumers, producers, broker, () -> settings, group -> {}, timer);
        HandlerTable table = HandlerTable.builder()
                .on(
                        task -> {
                            read.incrementAndGet();
                            task.run();
                        },
                        RequestCode.HEART_BEAT,
                        new HeartbeatHandler(membership, consumers, broker))
                .on(
                        RequestCode.UNREGISTER_CLIENT,
                        UnregisterClientRequestHeader.class,
                        new UnregisterClientHandler(membership, new QueueLocks()))
                .build();
        server = new RemotingServer(threads, RemotingSettings.defaults(), () -> {}, connection -> {});
        address = "127.0.0.1:"
                + server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), table)
                        .getPort();
        consumer = new TestConsumer(address, GROUP, "c1");
    }

    @AfterEach
    void stop() {
        consumer.close();
        server.close();
        threads.close();
        timer.shutdownNow();
    }

    private final class Topics implements TopicDirectory {
        @Override
        public TopicConfig find(String topic) {
            return topics.get(topic);
        }

        @Override
        public TopicConfig createIfAbsent(TopicConfig wanted) {
            return topics.computeIfAbsent(wanted.topicName(), name -> wanted);
        }
    }

    private final class Groups implements GroupDirectory {
        @Override
        public SubscriptionGroupConfig find(String group) {
            return groups.get(group);
        }

        @Override
        public SubscriptionGroupConfig findOrCreate(String group) {
            return groups.computeIfAbsent(group, SubscriptionGroupConfig::of);
        }

        @Override
        public boolean isReadForbidden(String group, String topic) {
            return false;
        }

        @Override
        public Set<String> names() {
            return groups.keySet();
        }
    }

    /** Until the same is read no more; from then on reads are counted. */
    private void settle(TestConsumer... members) throws Exception {
        for (int round = 0; round < 3; round++) {
            for (TestConsumer member : members) {
                member.join("T");
            }
        }
        read.set(0);
    }

    private int reads(TestConsumer member) throws Exception {
        int before = read.get();
        assertThat(member.join("T").isSuccess()).isTrue();
        return read.get() - before;
    }

    @Test
    void shouldOnlyNoteTheTimeOfARepeatedHeartbeat() throws Exception {
        Reply first = consumer.join("T");
        settle(consumer);

        nowMs.set(100_000);
        Reply repeated = consumer.join("T");

        assertThat(read).hasValue(0);
        assertThat(repeated.header(HeartbeatResponseHeader.class))
                .isEqualTo(first.header(HeartbeatResponseHeader.class));
        assertThat(membership.expire(220_000)).as("heard of 120 s ago").isEmpty();
        assertThat(membership.expire(220_001)).hasSize(1);
        assertThat(consumers.find(GROUP)).isNull();
        await().atMost(LONG).ignoreExceptions().until(() -> consumer.join("T").isSuccess());
        assertThat(read).as("on a new connection").hasValueGreaterThan(0);
        assertThat(consumers.find(GROUP).clientIds()).containsExactly("c1");
    }

    @Test
    void shouldReadOtherSubscriptionsAndTheFormerAgain() throws Exception {
        settle(consumer);

        consumer.join("T", "U");
        assertThat(consumers.find(GROUP).subscriptions()).containsOnlyKeys("T", "U");
        consumer.join("T");

        assertThat(read).hasValue(2);
        assertThat(consumers.find(GROUP).subscriptions()).containsOnlyKeys("T");
        assertThat(reads(consumer)).isZero();
    }

    @Test
    void shouldReadAfterTheMembersChanged() throws Exception {
        settle(consumer);
        try (TestConsumer other = new TestConsumer(address, GROUP, "c2")) {
            settle(other);
            assertThat(reads(consumer)).isEqualTo(1);
            assertThat(reads(consumer)).isZero();
            assertThat(reads(other)).isZero();
        }
    }

    @Test
    void shouldComeBackAfterLeaving() throws Exception {
        settle(consumer);
        consumer.call(Request.of(
                RequestCode.UNREGISTER_CLIENT, new UnregisterClientRequestHeader("c1", "producers-of-c1", GROUP)));
        assertThat(consumers.find(GROUP)).isNull();
        assertThat(producers.members("producers-of-c1")).isEmpty();

        assertThat(reads(consumer)).isEqualTo(1);

        assertThat(consumers.find(GROUP).clientIds()).containsExactly("c1");
        assertThat(producers.members("producers-of-c1")).hasSize(1);
    }

    @Test
    void shouldMakeProducersKnownAgainWithoutReading() throws Exception {
        settle(consumer);
        consumer.call(Request.of(
                RequestCode.UNREGISTER_CLIENT, new UnregisterClientRequestHeader("c1", "producers-of-c1", null)));

        assertThat(reads(consumer)).isZero();

        assertThat(producers.members("producers-of-c1")).hasSize(1);
    }

    @Test
    void shouldMakeAnewWhatAnAdministratorDeleted() throws Exception {
        settle(consumer);
        topics.remove(RETRY);
        assertThat(reads(consumer)).isEqualTo(1);
        assertThat(topics).containsKey(RETRY);
        assertThat(reads(consumer)).isZero();

        groups.remove(GROUP);
        assertThat(reads(consumer)).isEqualTo(1);
        assertThat(groups).containsKey(GROUP);
        assertThat(reads(consumer)).isZero();
    }

    @Test
    void shouldReadEachTimeWhileSomethingIsWrong() throws Exception {
        try (TestConsumer twin = new TestConsumer(address, GROUP, "c1")) {
            settle(consumer, twin);
            assertThat(reads(consumer)).isEqualTo(1);
            assertThat(twin.join("T").header(HeartbeatResponseHeader.class).ferrymqFindings())
                    .contains("is used on two connections");
            assertThat(read).hasValue(2);
        }
    }
}
