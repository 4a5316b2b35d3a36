package io.ferrymq.client.impl.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.client.consumer.store.RemoteBrokerOffsetStore;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.hook.FilterMessageContext;
import io.ferrymq.client.hook.FilterMessageHook;
import io.ferrymq.client.impl.calls.PullCalls;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.remoting.exception.RemotingSendRequestException;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PullLoopTest {
    private static final MessageQueue QUEUE = new MessageQueue("topic", "broker-a", 3);

    private final Deque<CompletableFuture<Pulls.Answer>> calls = new ArrayDeque<>();
    private final List<PullMessageRequestHeader> asked = new ArrayList<>();
    private final List<Long> brokerIds = new ArrayList<>();
    private final List<CachedMessage> taken = new ArrayList<>();
    private final List<Long> movedTo = new ArrayList<>();
    private final Fakes.ManualTimer timer = new Fakes.ManualTimer();
    private final Gate gate = new Gate();
    private final AtomicInteger heartbeats = new AtomicInteger();
    private final AtomicLong committed = new AtomicLong(0);
    private final AtomicLong nowMs = new AtomicLong(1_000);
    private final ProcessQueue queue = new ProcessQueue(QUEUE, 100, committed::set);
    private SubscriptionData subscription = FilterAPI.buildSubscriptionData("topic", "*", 5);
    private FlowLimits limits = new FlowLimits(1_000, 1 << 20, 2_000);
    private final List<FilterMessageHook> filters = new ArrayList<>();
    private PushSettings settings = Fakes.settings(1, -1);
    private boolean mayPull = true;
    private boolean shared = true;
    private final List<ProcessQueue> lost = new ArrayList<>();

    private void start() {
        Group group = Fakes.group(MessageModel.CLUSTERING);
        QueueConsumer consumer = new QueueConsumer() {
            @Override
            public void take(List<CachedMessage> messages) {
                taken.addAll(messages);
            }

            @Override
            public boolean mayPull() {
                return mayPull;
            }
        };
        PullEnvironment env = new PullEnvironment(
                group,
                (mq, brokerId, header, end) -> {
                    brokerIds.add(brokerId);
                    asked.add(header);
                    CompletableFuture<Pulls.Answer> call = new CompletableFuture<>();
                    calls.add(call);
                    call.whenComplete(end);
                },
                new PulledMessages(group, new Decoding(true, true), filters),
                () -> settings.pulls(),
                topic -> subscription,
                topic -> limits,
                mq -> committed.get(),
                gate,
                new ConsumerStats(nowMs::get),
                heartbeats::incrementAndGet,
                new Ownership(group, new RemoteBrokerOffsetStore("group", null), () -> shared, lost::add),
                (pq, from, header) -> movedTo.add(header.nextBeginOffset()),
                new Complaints(),
                timer,
                nowMs::get);
        new PullLoop(queue, 100, consumer, env).start();
    }

    private void answer(int code, long next, long suggestedBroker, boolean fromSlave, byte[] body) {
        PullMessageResponseHeader header = PullMessageResponseHeader.of(suggestedBroker, next, 0, 1_000);
        calls.removeFirst().complete(new Pulls.Answer(new PullCalls.Pulled(code, header, body), fromSlave));
    }

    private static byte[] stored(String tags, long... offsets) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (long offset : offsets) {
            MessageExt message = new MessageExt();
            message.setTopic("topic");
            message.setQueueId(3);
            message.setQueueOffset(offset);
            message.setBody(new byte[] {7});
            message.setBornHost(new InetSocketAddress("127.0.0.1", 1));
            message.setStoreHost(new InetSocketAddress("127.0.0.1", 2));
            message.setTags(tags);
            bytes.writeBytes(MessageDecoder.encode(message, false));
        }
        return bytes.toByteArray();
    }

    @Test
    void shouldAskAgainFromTheOffsetThatTheBrokerNames() throws IOException {
        start();
        assertThat(asked.get(0).queueOffset()).isEqualTo(100);
        assertThat(asked.get(0).sysFlag()).as("wait, nothing to commit").isEqualTo(2);

        answer(ResponseCode.SUCCESS, 105, 0, false, stored("a", 100, 101));

        assertThat(taken).extracting(CachedMessage::offset).containsExactly(100L, 101L);
        assertThat(taken.get(0).message().getBrokerName()).isEqualTo("broker-a");
        assertThat(taken.get(0).message().getProperty("MAX_OFFSET")).isEqualTo("1000");
        assertThat(asked.get(1).queueOffset()).isEqualTo(105);
    }

    @Test
    void shouldCarryThePositionAlong() {
        committed.set(55);
        start();

        assertThat(asked.get(0).sysFlag()).isEqualTo(3 | PullSysFlag.FLAG_FORWARD);
        assertThat(asked.get(0).commitOffset()).isEqualTo(55);
        assertThat(asked.get(0).subVersion()).isEqualTo(5);
        assertThat(asked.get(0).suspendTimeoutMillis()).isEqualTo(15_000);
    }

    @Test
    void shouldLeaveOutTagsWithTheSameHashCode() throws IOException {
        subscription = FilterAPI.buildSubscriptionData("topic", "Aa", 5);
        start();

        answer(ResponseCode.SUCCESS, 101, 0, false, stored("BB", 100));

        assertThat(taken).isEmpty();
        assertThat(committed).as("what is filtered out counts as consumed").hasValue(101);
        assertThat(asked).hasSize(2);
    }

    @Test
    void shouldLeaveOutWhatWasConsumedBefore() throws IOException {
        start();

        answer(ResponseCode.SUCCESS, 102, 0, false, stored("a", 99, 100, 101));

        assertThat(taken).extracting(CachedMessage::offset).containsExactly(100L, 101L);
    }

    @Test
    void shouldCountFilteredMessagesAsConsumedWhenNothingIsInWork() {
        start();

        answer(ResponseCode.PULL_RETRY_IMMEDIATELY, 400, 0, false, new byte[0]);

        assertThat(committed).hasValue(400);
        assertThat(asked.get(1).queueOffset()).isEqualTo(400);
    }

    @Test
    void shouldGoToTheReplicaThatTheBrokerSuggests() {
        start();
        answer(ResponseCode.PULL_NOT_FOUND, 100, 1, false, new byte[0]);

        assertThat(brokerIds).containsExactly(0L, 1L);
    }

    @Test
    @DisplayName("UP-066: a replica that may be behind does not move the position")
    void up066_shouldAskTheMasterWhenAReplicaFindsTheOffsetOutOfBounds() {
        start();
        answer(ResponseCode.PULL_NOT_FOUND, 100, 1, false, new byte[0]);
        answer(ResponseCode.PULL_OFFSET_MOVED, 50, 1, true, new byte[0]);
        assertThat(movedTo).isEmpty();

        timer.runAll();
        assertThat(brokerIds).containsExactly(0L, 1L, 0L);
        assertThat(asked.get(2).queueOffset()).isEqualTo(100);
    }

    @Test
    void shouldHandOverWhenTheMasterMovesTheOffset() {
        start();

        answer(ResponseCode.PULL_OFFSET_MOVED, 50, 0, false, new byte[0]);

        assertThat(movedTo).containsExactly(50L);
        assertThat(asked).hasSize(1);
    }

    @Test
    void shouldRestAfterAFailure() {
        start();
        calls.removeFirst().completeExceptionally(new RemotingSendRequestException("gone"));

        assertThat(timer.delays).containsExactly(1_000L);
        timer.runAll();
        assertThat(asked).hasSize(2);
    }

    @Test
    void shouldRestShortlyWhenTheBrokerWantsIt() {
        start();
        calls.removeFirst().completeExceptionally(new MQBrokerException(ResponseCode.FLOW_CONTROL, "slow down"));

        assertThat(timer.delays).containsExactly(20L);
    }

    @Test
    @DisplayName("UP-076: a broker that does not know the subscription yet is told at once")
    void up076_shouldSendAHeartbeatWhenTheSubscriptionIsNotKnown() {
        start();
        calls.removeFirst()
                .completeExceptionally(new MQBrokerException(ResponseCode.SUBSCRIPTION_NOT_LATEST, "not latest"));

        assertThat(heartbeats).hasValue(1);
        assertThat(timer.delays).containsExactly(100L);
    }

    @Test
    @DisplayName("UP-080: a broker that answers emptily at once is not asked in a tight loop")
    void up080_shouldRestWhenTheBrokerDoesNotHoldAnswersBack() {
        start();
        for (int i = 0; i < 11; i++) {
            answer(ResponseCode.PULL_NOT_FOUND, 100, 0, false, new byte[0]);
        }

        assertThat(timer.delays).containsExactly(100L);
    }

    @Test
    void shouldSurviveBytesThatAreNoMessages() {
        start();
        answer(ResponseCode.SUCCESS, 101, 0, false, new byte[] {1, 2, 3});

        assertThat(timer.delays).containsExactly(1_000L);
        assertThat(taken).isEmpty();
    }

    @Test
    void shouldWaitForRoom() throws IOException {
        limits = new FlowLimits(1, 1 << 20, 2_000);
        start();
        answer(ResponseCode.SUCCESS, 102, 0, false, stored("a", 100, 101));
        assertThat(asked).hasSize(1);

        queue.finish(taken.subList(0, 1));

        assertThat(asked).hasSize(2);
    }

    @Test
    void shouldWaitWhileSuspendedAndGoOnAtOnce() {
        gate.close();
        start();
        assertThat(asked).isEmpty();

        gate.open();
        assertThat(asked).hasSize(1);
    }

    @Test
    void shouldWaitWhileItMayNotPull() {
        mayPull = false;
        start();
        assertThat(asked).isEmpty();
        mayPull = true;
        timer.runAll();

        assertThat(asked).hasSize(1);
    }

    @Test
    void shouldEndWithTheQueue() throws IOException {
        start();
        queue.drain();
        answer(ResponseCode.SUCCESS, 102, 0, false, stored("a", 100, 101));

        assertThat(taken).isEmpty();
        assertThat(asked).hasSize(1);
        assertThat(timer.due()).isZero();
    }

    @Test
    @DisplayName(
            "pullBatchSize, pullBatchSizeInBytes and postSubscriptionWhenPull go along with each pull, pullInterval"
                    + " lies between two")
    void shouldAskAsTheSettingsSay() throws IOException {
        subscription = FilterAPI.buildSubscriptionData("topic", "a || b", 5);
        settings = new PushSettings(1_000, -1, 100, -1, 2_000, 7, 4_096, 250, 1, true, 1_000, -1, 1_000, 60_000);
        start();

        assertThat(asked.get(0).maxMsgNums()).isEqualTo(7);
        assertThat(asked.get(0).maxMsgBytes()).isEqualTo(4_096);
        assertThat(asked.get(0).subscription()).isEqualTo("a || b");
        assertThat(asked.get(0).sysFlag()).as("wait, with the expression").isEqualTo(6);
        answer(ResponseCode.SUCCESS, 101, 0, false, stored("a", 100));

        assertThat(asked).hasSize(1);
        assertThat(timer.delays).containsExactly(250L);
        timer.runAll();
        assertThat(asked).hasSize(2);
    }

    private static FilterMessageHook filter(String name, Consumer<FilterMessageContext> work) {
        return new FilterMessageHook() {
            @Override
            public String hookName() {
                return name;
            }

            @Override
            public void filterMessage(FilterMessageContext context) {
                work.accept(context);
            }
        };
    }

    @Test
    @DisplayName("Filters are asked in their order; what one takes out counts as consumed; one that fails, even with an"
            + " Error, changes nothing")
    void shouldAskFiltersInTheirOrderAndSurviveThem() throws IOException {
        List<String> seen = new ArrayList<>();
        filters.add(filter("first", context -> {
            seen.add("first " + context.getMsgList().size() + " "
                    + context.getMq().getQueueId());
            context.getMsgList().removeIf(message -> message.getQueueOffset() == 101);
        }));
        filters.add(filter("broken", context -> {
            throw new NoClassDefFoundError("filter's own");
        }));
        filters.add(filter(
                "last", context -> seen.add("last " + context.getMsgList().size())));
        start();

        answer(ResponseCode.SUCCESS, 102, 0, false, stored("a", 100, 101));

        assertThat(seen).containsExactly("first 2 3", "last 1");
        assertThat(taken).extracting(CachedMessage::offset).containsExactly(100L);
        assertThat(queue.position()).isEqualTo(100);
        queue.finish(taken);
        assertThat(committed).hasValue(102);
    }

    private void answerWithPosition(long position, byte[] body) {
        PullMessageResponseHeader header =
                new PullMessageResponseHeader(0, 101, 0, 1_000, null, null, null, null, position);
        calls.removeFirst().complete(new Pulls.Answer(new PullCalls.Pulled(ResponseCode.SUCCESS, header, body), false));
    }

    @Test
    @DisplayName("Who hears that another member has gone on in the queue drops what it has of it and reads no more")
    void shouldEndWhenAnotherMemberHasGoneOn() throws IOException {
        start();
        answer(ResponseCode.SUCCESS, 102, 0, false, stored("tag", 100, 101));
        queue.begin(taken.subList(0, 1), 1);
        answerWithPosition(101, stored("tag", 102));

        assertThat(asked).hasSize(2);
        assertThat(lost).containsExactly(queue);
        assertThat(taken).as("nothing comes in any more").hasSize(2);
        assertThat(queue.begin(taken.subList(1, 2), 1))
                .as("what waits is dropped")
                .isEmpty();
        assertThat(queue.succeed(taken.subList(0, 1)))
                .as("what runs counts no more")
                .isEqualTo(1);
    }

    @Test
    void shouldGoOnWhereTheGroupIsNotBeyondIt() throws IOException {
        start();
        answer(ResponseCode.SUCCESS, 102, 0, false, stored("tag", 100, 101));
        queue.finish(taken);
        answerWithPosition(102, stored("tag", 102));

        assertThat(lost).isEmpty();
        assertThat(taken).hasSize(3);
    }

    @Test
    void shouldNotCareWhereQueuesAreNotSharedOut() throws IOException {
        shared = false;
        start();
        answerWithPosition(900, stored("tag", 100));

        assertThat(asked).noneMatch(header -> PullSysFlag.hasForwardFlag(header.sysFlag()));
        assertThat(lost).isEmpty();
        assertThat(taken).hasSize(1);
    }
}
