package io.ferrymq.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a lite pull consumer is before its start: defaults, and what it refuses (client §34). */
class LitePullConsumerTest {
    private final DefaultLitePullConsumer consumer = new DefaultLitePullConsumer("group");

    @Test
    void shouldHaveTheDefaultsOfTheSpec() {
        assertThat(consumer.getConsumerGroup()).isEqualTo("group");
        assertThat(consumer.getMessageModel()).isEqualTo(MessageModel.CLUSTERING);
        assertThat(consumer.getConsumeFromWhere()).isEqualTo(ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET);
        assertThat(consumer.isAutoCommit()).isTrue();
        assertThat(consumer.getAutoCommitIntervalMillis()).isEqualTo(5_000);
        assertThat(consumer.getPullThreadNums()).isEqualTo(20);
        assertThat(consumer.getPullBatchSize()).isEqualTo(10);
        assertThat(consumer.getPullThresholdForAll()).isEqualTo(10_000);
        assertThat(consumer.getConsumeMaxSpan()).isEqualTo(2_000);
        assertThat(consumer.getPullThresholdForQueue()).isEqualTo(1_000);
        assertThat(consumer.getPullThresholdSizeForQueue()).isEqualTo(100);
        assertThat(consumer.getPollTimeoutMillis()).isEqualTo(5_000);
        assertThat(consumer.getTopicMetadataCheckIntervalMillis()).isEqualTo(30_000);
        assertThat(consumer.getBrokerSuspendMaxTimeMillis()).isEqualTo(20_000);
        assertThat(consumer.getConsumerTimeoutMillisWhenSuspend()).isEqualTo(30_000);
        assertThat(consumer.getConsumerPullTimeoutMillis()).isEqualTo(10_000);
        assertThat(consumer.isEnableStreamRequestType()).isTrue();
        assertThat(consumer.buildMQClientId()).endsWith("@STREAM");
        assertThat(new DefaultLitePullConsumer().getConsumerGroup()).isEqualTo("DEFAULT_CONSUMER");
    }

    @Test
    @SuppressWarnings("deprecation") // a rule that is gone is refused
    void shouldRefuseWhatItCannotStartWith() {
        consumer.setNamesrvAddr("127.0.0.1:1");
        consumer.setConsumerTimeoutMillisWhenSuspend(19_999);
        assertThatThrownBy(consumer::start)
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("consumerTimeoutMillisWhenSuspend (19999)")
                .hasMessageContaining("brokerSuspendMaxTimeMillis (20000)");
        consumer.setConsumerTimeoutMillisWhenSuspend(30_000);
        consumer.setPullBatchSize(0);
        assertThatThrownBy(consumer::start).hasMessageContaining("pullBatchSize Out of range [1, 1024]: 0");
        assertThatThrownBy(new DefaultLitePullConsumer()::start).hasMessageContaining("DEFAULT_CONSUMER");
        assertThatThrownBy(() -> consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_MIN_OFFSET))
                .hasMessageContaining("Invalid ConsumeFromWhere Value");
    }

    @Test
    void shouldBearWhatApplicationsDoBeforeTheStart() throws Exception {
        MessageQueue queue = new MessageQueue("topic", "broker", 0);
        consumer.setAutoCommitIntervalMillis(999);
        assertThat(consumer.getAutoCommitIntervalMillis()).isEqualTo(5_000);
        consumer.setAutoCommitIntervalMillis(1_000);
        assertThat(consumer.getAutoCommitIntervalMillis()).isEqualTo(1_000);
        assertThatThrownBy(() -> consumer.assign(List.of())).isInstanceOf(IllegalArgumentException.class);
        consumer.assign(List.of(queue));
        assertThat(consumer.assignment()).containsExactly(queue);
        consumer.pause(List.of(queue));
        consumer.resume(List.of(queue));
        consumer.commit();
        consumer.commit(Set.of(queue), true);
        consumer.commit(Map.of(queue, 1L), true);
        consumer.shutdown();
        assertThatThrownBy(() -> consumer.seek(queue, 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> consumer.committed(queue)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> consumer.updateNameServerAddress("no address"))
                .isInstanceOf(IllegalArgumentException.class);

        consumer.buildSubscriptionsForHeartbeat(Map.of("topic", MessageSelector.byTag("A || B")));
        assertThat(consumer.getSubscriptionsForHeartbeat()).singleElement().satisfies(told -> assertThat(told.tagsSet())
                .containsExactlyInAnyOrder("A", "B"));
    }
}
