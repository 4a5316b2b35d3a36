package io.ferrymq.client.impl.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.common.message.MessageQueue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QueueChooserTest {
    private static final List<MessageQueue> QUEUES = List.of(
            new MessageQueue("T", "a", 0),
            new MessageQueue("T", "a", 1),
            new MessageQueue("T", "b", 0),
            new MessageQueue("T", "b", 1));

    private final AtomicLong nowMs = new AtomicLong(1_000_000);
    private final DefaultMQProducer config = new DefaultMQProducer("g");
    private final BrokerHealth health = new BrokerHealth(config, nowMs::get);
    private final QueueChooser chooser = new QueueChooser(health);
    private final Published topic = new Published();

    private Set<String> brokersOf(int choices, MessageQueue last) {
        Set<String> brokers = new HashSet<>();
        for (int i = 0; i < choices; i++) {
            brokers.add(chooser.choose(topic, QUEUES, last).getBrokerName());
        }
        return brokers;
    }

    @Test
    void shouldTakeAllInTurn() {
        Set<MessageQueue> chosen = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            chosen.add(chooser.choose(topic, QUEUES, null));
        }
        assertThat(chosen).hasSize(4);
        assertThat(chooser.choose(topic, List.of(), null)).isNull();
    }

    @Test
    void shouldNotGoBackToTheBrokerThatFailedUnlessItIsTheOnlyOne() {
        assertThat(brokersOf(20, QUEUES.get(0))).containsExactly("b");
        assertThat(chooser.choose(topic, QUEUES.subList(0, 2), QUEUES.get(0)).getBrokerName())
                .isEqualTo("a");
    }

    @Test
    void shouldTakeAnotherQueueOfTheOnlyBroker() {
        List<MessageQueue> ofA = QUEUES.subList(0, 2);
        for (int i = 0; i < 20; i++) {
            assertThat(chooser.choose(topic, ofA, ofA.get(0))).isEqualTo(ofA.get(1));
        }
        assertThat(chooser.choose(topic, ofA.subList(0, 1), ofA.get(0)))
                .as("there is only one")
                .isEqualTo(ofA.get(0));
        assertThat(chooser.choose(topic, ofA.subList(0, 1), ofA.get(1)))
                .as("the last one is gone")
                .isEqualTo(ofA.get(0));
    }

    @Test
    void shouldLetOneSendTryABrokerWhoseTimeIsOver() {
        health.unreachable("a");
        nowMs.addAndGet(5_000);
        assertThat(brokersOf(1_000, null)).containsExactlyInAnyOrder("a", "b");
        assertThat(brokersOf(1_000, null)).as("nothing came of the trial yet").containsExactly("b");
        health.unreachable("a");
        nowMs.addAndGet(4_999);
        assertThat(brokersOf(1_000, null)).containsExactly("b");
        nowMs.addAndGet(1);
        assertThat(brokersOf(1_000, null)).containsExactlyInAnyOrder("a", "b");
        health.answered("a", 1);
        assertThat(health.isAllWell()).isTrue();
    }

    @Test
    void shouldNotWaitForTheAnswerOfATrialThatNobodyGives() {
        health.unreachable("a");
        nowMs.addAndGet(5_000);
        assertThat(health.claim("a")).isTrue();
        health.trialEnds("a");
        assertThat(health.isAllWell()).isTrue();
    }

    @Test
    void shouldPickTheLeastBadOfTheSuspects() {
        config.setSendLatencyFaultEnable(true);
        health.unreachable("a");
        health.answered("b", 600);
        health.answered("c", 700);
        health.answered("d", 5_000);
        assertThat(health.leastBad(List.of("a", "b", "c", "d"))).containsExactly("b", "c");
        assertThat(health.leastBad(List.of("a", "b", "c"))).containsExactly("b");
        assertThat(health.leastBad(List.of("a"))).containsExactly("a");
        health.refused("b");
        health.refused("c");
        assertThat(health.leastBad(List.of("b", "c", "d")))
                .as("what answers is better than what refuses")
                .containsExactly("d");
        assertThat(brokersOf(20, QUEUES.get(2))).containsExactly("a");
    }

    @Test
    void shouldFollowATableOfTheApplicationsOwn() {
        config.setSendLatencyFaultEnable(true);
        config.setLatencyMax(new long[] {10, 20});
        config.setNotAvailableDuration(new long[] {0, 70});
        health.answered("a", 19);
        assertThat(health.isAllWell()).isTrue();
        health.answered("a", 20);
        nowMs.addAndGet(69);
        assertThat(health.isAvailable("a")).isFalse();
        nowMs.addAndGet(1);
        assertThat(health.isAvailable("a")).isTrue();
    }

    @Test
    void shouldLeaveAnUnreachableBrokerAloneForAWhile() {
        health.unreachable("a");
        assertThat(brokersOf(20, null)).containsExactly("b");
        nowMs.addAndGet(5_000);
        assertThat(brokersOf(20, null)).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void shouldTakeABrokerBackWhenItAnswers() {
        health.unreachable("a");
        health.answered("a", 1);
        assertThat(health.isAllWell()).isTrue();
    }

    @Test
    void shouldAvoidSlowBrokersWhenTold() {
        health.answered("a", 600);
        assertThat(brokersOf(20, null)).as("the switch is off").hasSize(2);

        config.setSendLatencyFaultEnable(true);
        health.answered("a", 600);
        assertThat(brokersOf(20, null)).containsExactly("b");
        health.answered("a", 1);
        assertThat(brokersOf(20, null)).as("the time only moves forward").containsExactly("b");
        nowMs.addAndGet(2_000);
        assertThat(brokersOf(20, null)).hasSize(2);
    }

    @Test
    void shouldFollowTheTableOfLatencies() {
        config.setSendLatencyFaultEnable(true);
        long[][] latencyAndAvoidanceMs = {
            {549, 0}, {550, 2_000}, {1_800, 5_000}, {3_000, 6_000}, {5_000, 10_000}, {15_000, 30_000}
        };
        for (long[] row : latencyAndAvoidanceMs) {
            BrokerHealth fresh = new BrokerHealth(config, nowMs::get);
            fresh.answered("a", row[0]);
            assertThat(fresh.isAvailable("a")).isEqualTo(row[1] == 0);
            nowMs.addAndGet(row[1]);
            assertThat(fresh.isAvailable("a")).isTrue();
        }
    }

    @Test
    void shouldIsolateABrokerThatRefused() {
        config.setSendLatencyFaultEnable(true);
        health.refused("a");
        assertThat(brokersOf(20, null)).containsExactly("b");
        assertThat(health.isReachable("a")).isFalse();
        assertThat(health.unreachableBrokers()).containsExactly("a");
        health.reached("a");
        assertThat(health.isReachable("a")).isTrue();
        assertThat(health.isAvailable("a")).isFalse();
    }

    @Test
    void shouldUseAnyQueueWhenNoneIsGood() {
        health.unreachable("a");
        health.unreachable("b");
        assertThat(brokersOf(20, null)).isNotEmpty();
    }
}
