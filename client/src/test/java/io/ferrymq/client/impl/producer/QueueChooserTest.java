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

    private Set<String> brokersOf(int choices, String lastBroker) {
        Set<String> brokers = new HashSet<>();
        for (int i = 0; i < choices; i++) {
            brokers.add(chooser.choose(topic, QUEUES, lastBroker).getBrokerName());
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
        assertThat(brokersOf(20, "a")).containsExactly("b");
        assertThat(chooser.choose(topic, QUEUES.subList(0, 2), "a").getBrokerName())
                .isEqualTo("a");
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
