package io.ferrymq.broker.pull;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ferrymq.broker.pull.PullDecision.Granted;
import io.ferrymq.remoting.StubConnections;
import io.ferrymq.remoting.StubConnections.Stub;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.store.EntryFilter;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** 50,000 pulls wait over 5,000 queues, ten for each, on 50 connections. */
class WaitingPullsTest {
    private static final int CONNECTIONS = 50;
    private static final int QUEUES = 1_000;
    private static final int TOPICS = 5;
    private static final int GROUPS = 10;
    private static final int ALL = TOPICS * QUEUES * GROUPS;
    private static final int WAITERS_MAX = 60_000;
    private static final long WAIT_MIN_MS = 10_000;
    private static final long WAIT_MAX_MS = 15_000;
    private static final long TAG = 7;

    private final MockTicker time = Ticker.newMockTicker();
    private final List<Stub> stubs = new ArrayList<>();
    private final List<WaitingPull> ended = new ArrayList<>();
    private final WaitingPulls waiting =
            new WaitingPulls(ended::add, (physicalOffset, filter) -> filter.matchesProperties(ByteBuffer.allocate(0)));
    private int looked;

    /** Wants one tag, and counts how often it is asked. */
    private final class Tagged implements EntryFilter {
        private final long tag;

        Tagged(long tag) {
            this.tag = tag;
        }

        @Override
        public boolean matchesTagsCode(long tagsCode) {
            looked++;
            return tagsCode == tag;
        }
    }

    @BeforeEach
    void open() {
        for (int i = 0; i < CONNECTIONS; i++) {
            stubs.add(StubConnections.open(time));
        }
    }

    private static PullMessageRequestHeader header(int topic, int queueId, int groupNumber) {
        return new PullMessageRequestHeader(
                NAMES[groupNumber],
                TOPIC_NAMES[topic],
                queueId,
                100,
                32,
                2,
                0,
                15_000,
                null,
                1,
                null,
                262_144,
                null,
                null,
                null);
    }

    private static final String[] NAMES = new String[GROUPS];
    private static final String[] TOPIC_NAMES = new String[TOPICS];

    static {
        for (int i = 0; i < GROUPS; i++) {
            NAMES[i] = "group-" + i;
        }
        for (int i = 0; i < TOPICS; i++) {
            TOPIC_NAMES[i] = "topic-" + i;
        }
    }

    private WaitingPull park(Stub stub, PullMessageRequestHeader header, long waitMs, EntryFilter filter) {
        WaitingPull pull = new WaitingPull(
                stub.request(RequestCode.PULL_MESSAGE, 1), header, new Granted(null, null, filter), true);
        if (!waiting.park(pull, waitMs, WAITERS_MAX)) {
            throw new AssertionError("refused as number " + waiting.count());
        }
        return pull;
    }

    /** A group's pulls are on its five connections: those of one queue on one of them. */
    private Stub stub(int topic, int groupNumber) {
        return stubs.get(groupNumber * TOPICS + topic);
    }

    private void parkAll() {
        EntryFilter filter = new Tagged(TAG);
        for (int topic = 0; topic < TOPICS; topic++) {
            for (int queueId = 0; queueId < QUEUES; queueId++) {
                for (int number = 0; number < GROUPS; number++) {
                    long waitMs = WAIT_MIN_MS + (queueId * 37L + number * 911L) % (WAIT_MAX_MS - WAIT_MIN_MS);
                    park(stub(topic, number), header(topic, queueId, number), waitMs, filter);
                }
            }
        }
        assertThat(waiting.count()).isEqualTo(ALL);
    }

    private void runLoops() {
        stubs.forEach(stub -> stub.channel().runPendingTasks());
    }

    private void advance(long ms) {
        time.advance(ms, TimeUnit.MILLISECONDS);
        runLoops();
    }

    @Test
    @DisplayName("A message wakes those that wait for its queue and want its tag, and looks at no other of 50,000")
    void shouldTouchOnlyThoseThatWaitForTheQueue() {
        parkAll();
        WaitingPull picky = park(stub(3, 0), header(3, 500, 0), WAIT_MAX_MS, new Tagged(9));
        assertThat(ended).as("the older pull of the same client").hasSize(1);
        ended.clear();

        waiting.onArrival("topic-3", 500, 100, TAG, 0, 0);
        assertThat(looked).as("nothing new at their offset").isZero();

        waiting.onArrival("topic-3", 500, 101, TAG, 0, 0);
        runLoops();
        assertThat(looked).isEqualTo(GROUPS);
        assertThat(ended).hasSize(GROUPS - 1).doesNotContain(picky).allSatisfy(pull -> {
            assertThat(pull.header().topic()).isEqualTo("topic-3");
            assertThat(pull.header().queueId()).isEqualTo(500);
        });
        assertThat(waiting.count()).isEqualTo(ALL - GROUPS + 1);

        looked = 0;
        waiting.onArrival("topic-3", 500, 102, 9, 0, 0);
        runLoops();
        assertThat(looked).isEqualTo(1);
        assertThat(ended).hasSize(GROUPS).endsWith(picky);

        looked = 0;
        waiting.onArrival("topic-3", 500, 103, TAG, 0, 0);
        waiting.onArrival("topic-9", 0, 103, TAG, 0, 0);
        waiting.onArrival("topic-0", 5_000, 103, TAG, 0, 0);
        runLoops();
        assertThat(looked).isZero();
    }

    @Test
    @DisplayName(
            "Each of 50,000 pulls ends when its time is over, in the order of their times, by one timer per loop and"
                    + " 100 ms")
    void shouldEndPullsInTheOrderOfTheirTimes() {
        parkAll();
        advance(WAIT_MIN_MS - 1);
        assertThat(ended).isEmpty();
        assertThat(waiting.timers()).isLessThanOrEqualTo(CONNECTIONS * (int) ((WAIT_MAX_MS - WAIT_MIN_MS) / 100 + 1));

        long nowMs = WAIT_MIN_MS - 1;
        int early = 0;
        int late = 0;
        for (int seen = 0; nowMs < WAIT_MAX_MS + 100; nowMs += 100) {
            advance(100);
            for (; seen < ended.size(); seen++) {
                PullMessageRequestHeader header = ended.get(seen).header();
                int number = Integer.parseInt(header.consumerGroup().substring("group-".length()));
                long dueMs = WAIT_MIN_MS + (header.queueId() * 37L + number * 911L) % (WAIT_MAX_MS - WAIT_MIN_MS);
                early += nowMs + 100 < dueMs ? 1 : 0;
                late += nowMs + 100 > dueMs + 200 ? 1 : 0;
            }
        }
        assertThat(early).as("ended before their time").isZero();
        assertThat(late).as("ended more than 200 ms behind their time").isZero();
        assertThat(ended).hasSize(ALL);
        assertThat(new HashSet<>(ended)).hasSize(ALL);
        assertThat(waiting.count()).isZero();
        assertThat(waiting.timers()).isZero();
        assertThat(looked)
                .as("nobody looks at what a pull wants when its time is over")
                .isZero();
    }

    @Test
    @DisplayName("A closed connection takes its pulls along; what comes for them wakes nobody")
    void shouldForgetThePullsOfAClosedConnection() {
        parkAll();
        stub(2, 4).channel().close();
        runLoops();

        assertThat(waiting.count()).isEqualTo(ALL - QUEUES);
        waiting.onArrival("topic-2", 8, 101, TAG, 0, 0);
        runLoops();
        assertThat(looked).isEqualTo(GROUPS - 1);
        assertThat(ended).hasSize(GROUPS - 1);
        advance(WAIT_MAX_MS + 200);
        assertThat(ended).as("the closed one's are not answered").hasSize(ALL - QUEUES);
        assertThat(waiting.count()).isZero();
    }

    @Test
    @DisplayName(
            "A client that pulls a queue again has given up its older pull: that one ends at once and takes no part"
                    + " any more")
    void shouldReplaceAnOlderPullOfTheSameClient() {
        Stub stub = stubs.get(0);
        String older = name(park(stub, header(0, 0, 0), 15_000, new Tagged(TAG)));
        String otherQueue = name(park(stub, header(0, 1, 0), 15_000, new Tagged(TAG)));
        String otherGroup = name(park(stub, header(0, 0, 1), 15_000, new Tagged(TAG)));
        String otherClient = name(park(stubs.get(1), header(0, 0, 0), 15_000, new Tagged(TAG)));
        assertThat(ended).isEmpty();

        String newer = name(park(stub, header(0, 0, 0), 15_000, new Tagged(TAG)));
        assertThat(ended).extracting(WaitingPullsTest::name).containsExactly(older);
        assertThat(waiting.count()).isEqualTo(4);

        ended.clear();
        waiting.onArrival("topic-0", 0, 101, TAG, 0, 0);
        String newest = name(park(stub, header(0, 0, 0), 15_000, new Tagged(TAG)));
        runLoops();
        assertThat(ended)
                .as("the woken ones, once each")
                .extracting(WaitingPullsTest::name)
                .containsExactlyInAnyOrder(newer, otherGroup, otherClient);
        assertThat(waiting.count()).isEqualTo(2);
        stub.channel().close();
        runLoops();
        assertThat(waiting.count()).isZero();
        assertThat(ended).extracting(WaitingPullsTest::name).doesNotContain(newest, otherQueue);
    }

    @Test
    @DisplayName("A pull that cannot be served when its time is over is answered so, and those behind it end, too")
    void shouldEndTheOthersWhenOneCannotBeServed() {
        List<Integer> served = new ArrayList<>();
        WaitingPulls failing = new WaitingPulls(
                pull -> {
                    if (pull.header().queueId() < 2) {
                        throw new IllegalStateException("no disk");
                    }
                    served.add(pull.header().queueId());
                },
                (physicalOffset, filter) -> true);
        Stub stub = stubs.get(0);
        for (int queueId = 0; queueId < 4; queueId++) {
            failing.park(
                    new WaitingPull(
                            stub.request(RequestCode.PULL_MESSAGE, queueId),
                            header(0, queueId, 0),
                            new Granted(null, null, new Tagged(TAG)),
                            true),
                    1_000,
                    WAITERS_MAX);
        }
        failing.wakeQueue("topic-0", 1);
        advance(1_200);

        assertThat(served).containsExactly(2, 3);
        assertThat(failing.count()).isZero();
        assertThat(stub.channel().outboundMessages())
                .as("answers to the two others")
                .hasSize(2);
    }

    // Two pulls of one queue are equal, as keys; here each is meant.
    private static String name(WaitingPull pull) {
        return "#" + System.identityHashCode(pull);
    }

    @Test
    @DisplayName("Applications that pull for themselves may have several pulls of one queue")
    void shouldKeepSeveralPullsOfAClientThatPullsItself() {
        Stub stub = stubs.get(0);
        Set<WaitingPull> parked = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            WaitingPull pull = new WaitingPull(
                    stub.request(RequestCode.PULL_MESSAGE, i),
                    header(0, 0, 0),
                    new Granted(null, null, new Tagged(TAG)),
                    false);
            waiting.park(pull, 15_000, WAITERS_MAX);
            parked.add(pull);
        }
        assertThat(waiting.count()).isEqualTo(3);
        waiting.onArrival("topic-0", 0, 101, TAG, 0, 0);
        runLoops();
        assertThat(ended).containsExactlyInAnyOrderElementsOf(parked);
    }

    @Test
    @DisplayName("A pull that waits costs less than 300 bytes, whatever the number")
    void shouldNeedLittleMemoryForEachPull() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        EntryFilter filter = new Tagged(TAG);
        List<WaitingPull> pulls = new ArrayList<>(ALL);
        for (int i = 0; i < ALL; i++) {
            int topic = i % TOPICS;
            int queueId = i / TOPICS % QUEUES;
            int number = i / TOPICS / QUEUES;
            pulls.add(new WaitingPull(
                    stub(topic, number).request(RequestCode.PULL_MESSAGE, i),
                    header(topic, queueId, number),
                    new Granted(null, null, filter),
                    true));
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (WaitingPull pull : pulls) {
            waiting.park(pull, WAIT_MAX_MS, WAITERS_MAX);
        }
        long parking = (threads.getCurrentThreadAllocatedBytes() - before) / ALL;
        // Its own object, the request's context and header, and what it is granted, by their fields.
        long itself = 56 + 56 + 104 + 24;

        assertThat(waiting.count()).isEqualTo(ALL);
        assertThat(parking).as("bytes of lists, maps and buckets per pull").isLessThan(160);
        assertThat(parking + itself).isLessThan(400);
    }
}
