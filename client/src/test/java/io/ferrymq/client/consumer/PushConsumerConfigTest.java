package io.ferrymq.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.client.consumer.listener.ConsumeConcurrentlyStatus;
import io.ferrymq.client.consumer.listener.MessageListenerConcurrently;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.consumer.ConsumeFromWhere;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.lang.reflect.Method;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each property of a push consumer: what it is when nobody sets it, and what a start refuses. */
class PushConsumerConfigTest {
    private static DefaultMQPushConsumer consumer() {
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("group");
        consumer.registerMessageListener(
                (MessageListenerConcurrently) (messages, context) -> ConsumeConcurrentlyStatus.CONSUME_SUCCESS);
        return consumer;
    }

    private static Method method(String name) {
        return Arrays.stream(DefaultMQPushConsumer.class.getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no method " + name));
    }

    private static String capitalised(String property) {
        return Character.toUpperCase(property.charAt(0)) + property.substring(1);
    }

    private static void set(DefaultMQPushConsumer consumer, String property, long value) throws Exception {
        Method setter = method("set" + capitalised(property));
        boolean isInt = setter.getParameterTypes()[0] == int.class;
        setter.invoke(consumer, isInt ? (Object) Math.toIntExact(value) : (Object) value);
    }

    @ParameterizedTest
    @CsvSource({
        "consumeThreadMin, 20, 1, 1000",
        "consumeThreadMax, 20, 1, 1000",
        "consumeConcurrentlyMaxSpan, 2000, 1, 65535",
        "pullThresholdForQueue, 1000, 1, 65535",
        "popThresholdForQueue, 96, 1, 65535",
        "pullThresholdSizeForQueue, 100, 1, 1024",
        "pullThresholdForTopic, -1, 1, 6553500",
        "pullThresholdSizeForTopic, -1, 1, 102400",
        "pullInterval, 0, 0, 65535",
        "consumeMessageBatchMaxSize, 1, 1, 1024",
        "pullBatchSize, 32, 1, 1024",
        "pullBatchSizeInBytes, 262144, 1, 2147483647",
        "popInvisibleTime, 60000, 5000, 300000",
        "popBatchNums, 32, 1, 32",
        "consumeTimeout, 15, 1, 2147483647"
    })
    void shouldHaveItsDefaultAndItsRange(String property, long byDefault, long min, long max) throws Exception {
        DefaultMQPushConsumer consumer = consumer();
        assertThat(((Number) method("get" + capitalised(property)).invoke(consumer)).longValue())
                .isEqualTo(byDefault);

        for (long allowed : new long[] {byDefault, min, max}) {
            // The smaller number of threads must not be above the greater one.
            consumer.setConsumeThreadMin(1);
            consumer.setConsumeThreadMax(1_000);
            set(consumer, property, allowed);
            assertThatCode(() -> PushConsumerChecks.check(consumer)).doesNotThrowAnyException();
        }
        for (long refused : new long[] {min - 1, max + 1}) {
            if ((refused == -1 && byDefault == -1) || refused > Integer.MAX_VALUE) {
                continue;
            }
            set(consumer, property, refused);
            assertThatThrownBy(() -> PushConsumerChecks.check(consumer))
                    .isInstanceOf(MQClientException.class)
                    .hasMessageContaining(property)
                    .hasMessageContaining("[" + min + ", " + max + "]")
                    .hasMessageContaining(Long.toString(refused));
        }
    }

    @Test
    void shouldHaveTheDefaultsThatHaveNoRange() {
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("group");
        assertThat(consumer.getMessageModel()).isEqualTo(MessageModel.CLUSTERING);
        assertThat(consumer.getConsumeFromWhere()).isEqualTo(ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET);
        assertThat(consumer.getAllocateMessageQueueStrategy().getName()).isEqualTo("AVG");
        assertThat(consumer.getSubscription()).isEmpty();
        assertThat(consumer.getMessageListener()).isNull();
        assertThat(consumer.getMessageQueueListener()).isNull();
        assertThat(consumer.getOffsetStore()).isNull();
        assertThat(consumer.getAdjustThreadPoolNumsThreshold()).isEqualTo(100_000);
        assertThat(consumer.isPostSubscriptionWhenPull()).isFalse();
        assertThat(consumer.isUnitMode()).isFalse();
        assertThat(consumer.getMaxReconsumeTimes()).isEqualTo(-1);
        assertThat(consumer.getSuspendCurrentQueueTimeMillis()).isEqualTo(1_000);
        assertThat(consumer.getAwaitTerminationMillisWhenShutdown()).isZero();
        assertThat(consumer.isClientRebalance()).isTrue();
        assertThat(consumer.getTraceDispatcher()).isNull();
        LocalDateTime start =
                LocalDateTime.parse(consumer.getConsumeTimestamp(), DateTimeFormatter.ofPattern("yyyyMMddHHmmss"));
        assertThat(start)
                .isBetween(
                        LocalDateTime.now(ZoneId.systemDefault()).minusMinutes(31),
                        LocalDateTime.now(ZoneId.systemDefault()).minusMinutes(29));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "messageModel",
                "consumeFromWhere",
                "allocateMessageQueueStrategy",
                "messageListener",
                "consumeTimestamp"
            })
    void shouldRefuseWhatIsMissing(String property) throws Exception {
        DefaultMQPushConsumer consumer = consumer();
        method("set" + capitalised(property)).invoke(consumer, (Object) null);

        assertThatThrownBy(() -> PushConsumerChecks.check(consumer))
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining(property);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEFAULT_CONSUMER", "", "with blank", "a/b"})
    void shouldRefuseGroupsThatAreNone(String group) {
        DefaultMQPushConsumer consumer = consumer();
        consumer.setConsumerGroup(group);

        assertThatThrownBy(() -> PushConsumerChecks.check(consumer)).isInstanceOf(MQClientException.class);
    }

    @Test
    void shouldRefuseMoreThreadsAtLeastThanAtMost() {
        DefaultMQPushConsumer consumer = consumer();
        consumer.setConsumeThreadMin(21);

        assertThatThrownBy(() -> PushConsumerChecks.check(consumer))
                .hasMessageContaining("consumeThreadMin (21)")
                .hasMessageContaining("consumeThreadMax (20)");
    }

    @ParameterizedTest
    @DisplayName("updateCorePoolSize takes 1 to one less than consumeThreadMax, and nothing else")
    @CsvSource({"1, 1", "19, 19", "20, 20", "0, 20", "-3, 20", "40000, 20"})
    void shouldChangeTheNumberOfKeptThreads(int asked, int then) {
        DefaultMQPushConsumer consumer = consumer();
        consumer.updateCorePoolSize(asked);

        assertThat(consumer.getConsumeThreadMin()).isEqualTo(then);
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldTakeSubscriptionsAsAMap() {
        DefaultMQPushConsumer consumer = consumer();
        consumer.setSubscription(null);
        consumer.setSubscription(java.util.Map.of("topic", "a || b"));

        assertThat(consumer.getSubscription()).containsExactly(java.util.Map.entry("topic", "a || b"));
    }
}
