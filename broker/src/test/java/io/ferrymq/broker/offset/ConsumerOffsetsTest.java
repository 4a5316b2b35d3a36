package io.ferrymq.broker.offset;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.StubConnections;
import io.ferrymq.remoting.StubConnections.Stub;
import io.ferrymq.remoting.protocol.header.QueueHold;
import io.netty.util.concurrent.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class ConsumerOffsetsTest {
    private final ConsumerOffsets offsets = new ConsumerOffsets(() -> 1_000, 3);
    private final Set<Connection> members = new HashSet<>();

    @Test
    void shouldKeepGroupsTopicsAndQueuesApart() {
        offsets.commit("G", "T", 0, 5, "test");
        offsets.commit("G", "T", 1, 6, "test");
        offsets.commit("G", "T2", 0, 7, "test");
        offsets.commit("TG", "T", 0, 8, "test");
        assertThat(offsets.committed("G", "T", 0)).isEqualTo(5);
        assertThat(offsets.queues("G", "T")).isEqualTo(Map.of(0, 5L, 1, 6L));
        assertThat(offsets.topicsOf("G")).containsExactlyInAnyOrder("T", "T2");
        assertThat(offsets.groupsOf("T")).containsExactlyInAnyOrder("G", "TG");
        assertThat(offsets.committed("G", "T", 2)).isEqualTo(ConsumerOffsets.NONE);
    }

    @Test
    void shouldForgetATopicOrAGroupAsAWhole() {
        offsets.commit("G", "T", 0, 5, "test");
        offsets.commit("G", "T2", 0, 5, "test");
        offsets.commit("G2", "T", 0, 5, "test");
        offsets.reset("G", "T", 0, 1, "test");
        offsets.removeTopic("T");
        assertThat(offsets.groupsOf("T")).isEmpty();
        assertThat(offsets.pendingReset("G", "T", 0)).isEqualTo(ConsumerOffsets.NONE);
        assertThat(offsets.topicsOf("G")).containsExactly("T2");
        offsets.removeGroup("G");
        assertThat(offsets.topicsOf("G")).isEmpty();
    }

    @Test
    @DisplayName("Each move that is no commit ahead is logged once, with from, to and why")
    void shouldLogEachCorrectionOnce() {
        Logger logger = (Logger) LoggerFactory.getLogger(ConsumerOffsets.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
        try {
            offsets.commit("L", "T", 0, 7, "one");
            offsets.commit("L", "T", 0, 9, "one");
            offsets.commit("L", "T", 0, 4, "one");
            offsets.reset("L", "T", 0, 2, "the operator");
            offsets.commit("L", "T", 0, 9, "one");
            offsets.copy("L", "M", "T", false, "the operator");
            offsets.removeTopic("T");
            offsets.commit("L", "U", 3, 5, "one");
            offsets.removeGroup("L");
        } finally {
            logger.setLevel(null);
            logger.detachAppender(log);
        }
        assertThat(log.list.stream().map(ILoggingEvent::getFormattedMessage).sorted())
                .containsExactly(
                        "group L goes back in topic T queue 0 from 9 to 4: committed by one",
                        "group L is reset in topic T queue 0 from 4 to 2 by the operator",
                        "group M is moved in topic T queue 0 from -1 to 2: copied from group L by the operator",
                        "positions of group L in topic T are removed, by queue {0=2}: the topic was deleted",
                        "positions of group L in topic U are removed, by queue {3=5}: the group was deleted",
                        "positions of group M in topic T are removed, by queue {0=2}: the topic was deleted");
    }

    @Test
    void shouldCountPulledAsAtLeastCommitted() {
        offsets.recordPulled("G", "T", 0, 32);
        assertThat(offsets.pulled("G", "T", 0)).isEqualTo(32);
        offsets.commit("G", "T", 0, 40, "test");
        assertThat(offsets.pulled("G", "T", 0)).isEqualTo(40);
    }

    private long tell(long offset, String reader) {
        return offsets.tellReset("G", "T", 0, offset, reader);
    }

    private boolean commit(long offset) {
        return offsets.commit("G", "T", 0, offset, "test");
    }

    @Test
    @DisplayName("UP-197: what a reader commits before it has gone on from a reset does not count")
    void up197_shouldHoldBackCommitsUntilAResetIsObeyed() {
        commit(40);
        offsets.reset("G", "T", 0, 10, "admin");
        assertThat(commit(41)).isFalse();
        assertThat(tell(41, "one")).isEqualTo(10);
        assertThat(commit(42)).as("told, but it has not pulled since").isFalse();
        assertThat(offsets.heardReset("G", "T", 0)).isNull();
        assertThat(tell(10, "one")).isEqualTo(ConsumerOffsets.NONE);
        assertThat(offsets.pendingReset("G", "T", 0)).isEqualTo(ConsumerOffsets.NONE);
        assertThat(offsets.heardReset("G", "T", 0)).isEqualTo("one");
        assertThat(commit(12)).isTrue();
        offsets.sweepResets();
        assertThat(offsets.heardReset("G", "T", 0)).as("told a little longer").isEqualTo("one");
        offsets.sweepResets();
        assertThat(offsets.heardReset("G", "T", 0)).isNull();
        assertThat(commit(5)).as("afterwards a group goes back as it likes").isTrue();
        assertThat(offsets.committed("G", "T", 0)).isEqualTo(5);
    }

    @Test
    @DisplayName("UP-197: a group that was moved on is not moved back by what it had in work")
    void up197_shouldIgnoreOldWorkBehindAReset() {
        commit(40);
        offsets.reset("G", "T", 0, 100, "admin");
        assertThat(tell(50, "one")).isEqualTo(100);
        assertThat(tell(100, "one")).isEqualTo(ConsumerOffsets.NONE);
        assertThat(commit(45)).isFalse();
        assertThat(offsets.committed("G", "T", 0)).isEqualTo(100);
        assertThat(tell(60, "one")).as("a consumer that goes back itself").isEqualTo(ConsumerOffsets.NONE);
        assertThat(commit(61)).isTrue();
    }

    @Test
    @DisplayName("UP-197: each reader is told of a reset once, and one that asked where to start is not")
    void up197_shouldTellEachReaderOnce() {
        offsets.reset("G", "T", 0, 10, "admin");
        assertThat(tell(40, "gone before it could pull again")).isEqualTo(10);
        assertThat(tell(40, "another")).isEqualTo(10);
        assertThat(offsets.startOf("G", "T", 0, "new")).isEqualTo(10);
        assertThat(tell(10, "new")).isEqualTo(ConsumerOffsets.NONE);
        assertThat(offsets.heardReset("G", "T", 0)).isEqualTo("new");
        offsets.reset("G", "T", 0, 20, "admin");
        assertThat(tell(11, "new")).as("a second reset").isEqualTo(20);
        assertThat(tell(11, "new"))
                .as("a reader with a mind of its own is let be")
                .isEqualTo(ConsumerOffsets.NONE);
        assertThat(commit(11)).isTrue();
    }

    @Test
    @DisplayName(
            "UP-197: a reset that nobody has heard of outlives the process, one that was heard of does not come back")
    void up197_shouldKeepAResetUntilItIsHeardOf(@TempDir Path dir) {
        commit(40);
        offsets.reset("G", "T", 0, 10, "admin");
        offsets.reset("G", "T", 1, 20, "admin");
        offsets.tellReset("G", "T", 1, 40, "one");
        offsets.tellReset("G", "T", 1, 20, "one");
        assertThat(new OffsetFile(dir, offsets).flush()).isTrue();

        ConsumerOffsets again = new ConsumerOffsets(() -> 1_000, 3);
        OffsetFile file = new OffsetFile(dir, again);
        file.load();
        assertThat(again.committed("G", "T", 0)).isEqualTo(10);
        assertThat(again.pendingReset("G", "T", 1)).isEqualTo(ConsumerOffsets.NONE);
        assertThat(again.commit("G", "T", 0, 41, "of before")).isFalse();
        assertThat(again.tellReset("G", "T", 0, 41, "one")).isEqualTo(10);
        assertThat(again.tellReset("G", "T", 0, 10, "one")).isEqualTo(ConsumerOffsets.NONE);
        assertThat(file.flush()).isTrue();
        ConsumerOffsets third = new ConsumerOffsets(() -> 1_000, 3);
        new OffsetFile(dir, third).load();
        assertThat(third.pendingReset("G", "T", 0)).isEqualTo(ConsumerOffsets.NONE);
        assertThat(third.committed("G", "T", 0)).isEqualTo(10);
    }

    @Test
    void shouldCountItsVersionUpEverySoManyCommits() {
        long before = offsets.toWrapper().dataVersion().counter();
        offsets.commit("G", "T", 0, 1, "test");
        offsets.commit("G", "T", 0, 2, "test");
        assertThat(offsets.toWrapper().dataVersion().counter()).isEqualTo(before);
        offsets.commit("G", "T", 0, 3, "test");
        assertThat(offsets.toWrapper().dataVersion().counter()).isEqualTo(before + 1);
    }

    @Test
    void shouldReadTheFilesOfRocketMq(@TempDir Path dir) throws Exception {
        Files.writeString(
                dir.resolve("consumerOffset.json"),
                """
                {
                	"dataVersion":{"counter":2,"stateVersion":0,"timestamp":1700000000000},
                	"groupTopicMap":{"GroupA":["TopicA"]},
                	"offsetTable":{
                		"TopicA@GroupA":{0:12,1:7
                		},
                		"%RETRY%GroupA@GroupA":{0:3
                		}
                	}
                }""");
        new OffsetFile(dir, offsets).load();
        assertThat(offsets.queues("GroupA", "TopicA")).isEqualTo(Map.of(0, 12L, 1, 7L));
        assertThat(offsets.committed("GroupA", "%RETRY%GroupA", 0)).isEqualTo(3);
        assertThat(offsets.toWrapper().dataVersion().counter()).isEqualTo(2);
    }

    @Test
    @DisplayName("UP-133: a broken file of positions is replaced by its backup")
    void up133_shouldFallBackToTheBackup(@TempDir Path dir) throws Exception {
        OffsetFile file = new OffsetFile(dir, offsets);
        offsets.commit("G", "T", 0, 5, "test");
        file.flush();
        offsets.commit("G", "T", 0, 6, "test");
        file.flush();
        Files.writeString(dir.resolve("consumerOffset.json"), "{\"offsetTable\":{\"T@G");
        ConsumerOffsets loaded = new ConsumerOffsets(() -> 1_000, 3);
        new OffsetFile(dir, loaded).load();
        assertThat(loaded.committed("G", "T", 0)).isEqualTo(5);
    }

    @Test
    void shouldNotWriteWhatHasNotChanged(@TempDir Path dir) throws Exception {
        OffsetFile file = new OffsetFile(dir, offsets);
        offsets.commit("G", "T", 0, 5, "test");
        file.flush();
        Files.delete(dir.resolve("consumerOffset.json"));
        offsets.commit("G", "T", 0, 5, "test");
        file.flush();
        assertThat(dir.resolve("consumerOffset.json")).doesNotExist();
    }

    @Test
    @DisplayName("UP-082: positions do not expire")
    void up082_shouldKeepPositionsForEver() {
        offsets.commit("G", "T", 0, 5, "test");
        assertThat(offsets.toWrapper().offsetTable()).isEqualTo(Map.of("T@G", Map.of(0, 5L)));
    }

    @Test
    @DisplayName("A file that is JSON but holds what is no position costs those positions and no start")
    void shouldLeaveOutWhatIsNoPosition(@TempDir Path dir) throws Exception {
        Files.writeString(
                dir.resolve("consumerOffset.json"),
                """
                {"dataVersion":null,"offsetTable":{"T@G":{"0":7,"1":null,"2":-5},"U@G":null,"V":{"0":1},"@G":{"0":1}},
                "ferrymqNotes":{"moves":{"T@G":{"0":null},"U@G":null},"forgotten":0,"here":{"T@G":null},
                "resets":{"T@G":{"0":-3,"1":null},"nonsense":{"0":1}}}}""");
        OffsetFile file = new OffsetFile(dir, offsets);
        file.load();
        assertThat(offsets.queues("G", "T")).isEqualTo(Map.of(0, 7L));
        assertThat(offsets.topicsOf("G")).containsExactly("T");
        offsets.commit("G", "T", 1, 3, "test");
        file.flush();
        assertThat(Files.readString(dir.resolve("consumerOffset.json"))).contains("T@G");
        assertThat(dir.resolve("consumerOffset.json.damaged")).doesNotExist();
    }

    @Test
    @DisplayName("A commit that began before a reset and ends after it does not undo the reset")
    void shouldNotLoseAResetToACommitAtTheSameTime() throws Exception {
        Stub member = StubConnections.open(Ticker.newMockTicker());
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            for (int round = 0; round < 1_000; round++) {
                int queueId = round;
                CountDownLatch began = new CountDownLatch(1);
                Future<?> commits = other.submit(() -> {
                    for (int offset = 100; offset < 140; offset++) {
                        offsets.progress("G", "T", queueId, offset, member.connection());
                        began.countDown();
                    }
                });
                began.await();
                offsets.reset("G", "T", queueId, 5, "the operator");
                commits.get();
                assertThat(offsets.committed("G", "T", queueId)).isEqualTo(5);
            }
        } finally {
            other.shutdownNow();
        }
    }

    private int hold(int wanted, Stub member) {
        return offsets.hold("G", "T", 0, wanted, member.connection(), members::contains);
    }

    private Stub member() {
        Stub stub = StubConnections.open(Ticker.newMockTicker());
        members.add(stub.connection());
        return stub;
    }

    @Test
    @DisplayName("Who wants a queue is told who has it, until that one says that it is done")
    void shouldHandAQueueOverByWord() {
        Stub first = member();
        Stub second = member();
        Stub third = member();
        assertThat(hold(QueueHold.ASK, first)).as("somebody may be there").isEqualTo(QueueHold.UNKNOWN);
        assertThat(hold(QueueHold.TAKE, first)).isEqualTo(QueueHold.YOURS);
        assertThat(hold(QueueHold.ASK, first)).isEqualTo(QueueHold.YOURS);
        assertThat(hold(QueueHold.ASK, second)).isEqualTo(QueueHold.ANOTHERS);
        hold(QueueHold.LEAVE, third);
        assertThat(hold(QueueHold.ASK, second))
                .as("it is not the third's to leave")
                .isEqualTo(QueueHold.ANOTHERS);

        hold(QueueHold.LEAVE, first);
        offsets.forward("G", "T", 0, 5, first.connection());
        assertThat(hold(QueueHold.ASK, second)).isEqualTo(QueueHold.YOURS);
        assertThat(hold(QueueHold.ASK, third)).as("one gets it").isEqualTo(QueueHold.ANOTHERS);
    }

    @Test
    void shouldHandOverAtOnceFromAMemberThatHasLeftTheGroup() {
        Stub first = member();
        Stub second = member();
        hold(QueueHold.TAKE, first);
        members.remove(first.connection());
        assertThat(hold(QueueHold.ASK, second)).isEqualTo(QueueHold.YOURS);
    }

    @Test
    @DisplayName("Nobody knows of members that say nothing, and of those whose connection has ended")
    void shouldNotSpeakForThoseThatSayNothing() {
        Stub first = member();
        Stub published = member();
        Stub next = member();
        hold(QueueHold.TAKE, first);
        offsets.progress("G", "T", 0, 5, published.connection());
        assertThat(hold(QueueHold.ASK, next)).isEqualTo(QueueHold.UNKNOWN);

        offsets.forward("G", "T", 0, 6, first.connection());
        assertThat(hold(QueueHold.ASK, next)).isEqualTo(QueueHold.ANOTHERS);
        first.channel().close();
        assertThat(hold(QueueHold.ASK, next)).isEqualTo(QueueHold.UNKNOWN);
        assertThat(hold(QueueHold.TAKE, next)).isEqualTo(QueueHold.YOURS);
    }

    @Test
    @DisplayName("A member that only goes on takes no group back, also when the one that went further is gone")
    void shouldNotGoBackByAMemberThatOnlyGoesOn() {
        Stub frozen = member();
        Stub other = member();
        offsets.forward("G", "T", 0, 5, frozen.connection());
        offsets.forward("G", "T", 0, 90, other.connection());
        other.channel().close();

        assertThat(offsets.forward("G", "T", 0, 6, frozen.connection())).isEqualTo(CommitResult.BEHIND);
        assertThat(offsets.isKeptByAnother("G", "T", 0, frozen.connection())).isTrue();
        assertThat(offsets.isKeptByAnother("G", "T", 0, other.connection())).isFalse();
        assertThat(offsets.committed("G", "T", 0)).isEqualTo(90);
    }
}
