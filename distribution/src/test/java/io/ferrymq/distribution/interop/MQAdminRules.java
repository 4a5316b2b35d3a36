package io.ferrymq.distribution.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.QueryResult;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What the methods of MQAdmin answer, whoever's the servers are (RocketMQ client facts, section MQAdmin). */
final class MQAdminRules {
    private static final Duration INDEXED_MAX = Duration.ofSeconds(30);
    private static final long HOUR_MS = 3_600_000;

    private final DefaultMQProducer producer;
    private final String topic;

    /** @param topic does not exist yet */
    MQAdminRules(DefaultMQProducer producer, String topic) {
        this.producer = producer;
        this.topic = topic;
    }

    void check() throws Exception {
        producer.createTopic("TBW102", topic, 2, Map.of());
        List<MessageQueue> queues = producer.fetchPublishMessageQueues(topic);
        assertThat(queues).hasSize(2).extracting(MessageQueue::getQueueId).containsExactly(0, 1);
        MessageQueue queue = queues.get(1);
        assertThat(producer.minOffset(queue)).isZero();
        assertThat(producer.maxOffset(queue)).isZero();

        List<SendResult> sent = new ArrayList<>();
        List<MessageExt> stored = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            SendResult result =
                    producer.send(new Message(topic, "tag", "key-" + i + " all", "m".getBytes(UTF_8)), queue);
            assertThat(result.getQueueOffset()).isEqualTo(i);
            sent.add(result);
            // The next one gets a later time.
            await().atMost(INDEXED_MAX).until(() -> System.currentTimeMillis() > timeOf(result) + 1);
            stored.add(producer.viewMessage(topic, result.getOffsetMsgId()));
        }
        offsets(queue, stored);
        ids(sent.get(1), stored.get(1));
        keys(sent);
    }

    private long timeOf(SendResult result) throws Exception {
        return producer.viewMessage(topic, result.getOffsetMsgId()).getStoreTimestamp();
    }

    private void offsets(MessageQueue queue, List<MessageExt> stored) throws Exception {
        await("the queue is written").atMost(INDEXED_MAX).until(() -> producer.maxOffset(queue) == 3);
        assertThat(producer.minOffset(queue)).isZero();
        assertThat(producer.earliestMsgStoreTime(queue)).isEqualTo(stored.get(0).getStoreTimestamp());
        for (int i = 0; i < 3; i++) {
            assertThat(producer.searchOffset(queue, stored.get(i).getStoreTimestamp()))
                    .isEqualTo(i);
        }
        assertThat(producer.searchOffset(queue, stored.get(1).getStoreTimestamp() + 1))
                .isEqualTo(2);
        assertThat(producer.searchOffset(queue, 0)).isZero();
        assertThat(producer.searchOffset(queue, stored.get(2).getStoreTimestamp() + HOUR_MS))
                .isEqualTo(3);
        refused(() -> producer.maxOffset(new MessageQueue(topic, "nobody", 0)), 10003, "nobody");
        refused(() -> producer.fetchPublishMessageQueues("None" + topic), 10005, "Can not find");
        refused(() -> producer.createTopic("None" + topic, "New" + topic, 1), -2, "None" + topic);
    }

    private void ids(SendResult sent, MessageExt stored) throws Exception {
        await("the index is written").atMost(INDEXED_MAX).untilAsserted(() -> assertThat(
                        producer.viewMessage(topic, sent.getMsgId()).getQueueOffset())
                .isEqualTo(1));
        assertThat(producer.viewMessage(sent.getOffsetMsgId()).getMsgId()).isEqualTo(sent.getMsgId());
        assertThat(stored.getMsgId()).isEqualTo(sent.getMsgId());
        assertThat(stored.getBrokerName()).isEqualTo(sent.getMessageQueue().getBrokerName());
    }

    private void keys(List<SendResult> sent) throws Exception {
        await("the index is written").atMost(INDEXED_MAX).untilAsserted(() -> assertThat(
                        producer.queryMessage(topic, "all", 10, 0, Long.MAX_VALUE)
                                .getMessageList())
                .hasSize(3));
        QueryResult one = producer.queryMessage(topic, "key-2", 10, 0, Long.MAX_VALUE);
        assertThat(one.getMessageList())
                .extracting(MessageExt::getMsgId)
                .containsExactly(sent.get(2).getMsgId());
        assertThat(one.getIndexLastUpdateTimestamp()).isPositive();
        assertThat(producer.queryMessage(topic, "all", 2, 0, Long.MAX_VALUE).getMessageList())
                .hasSize(2);
        refused(() -> producer.queryMessage(topic, "key-", 10, 0, Long.MAX_VALUE), ResponseCode.NO_MESSAGE, "key-");
        refused(() -> producer.queryMessage(topic, "all", 10, 1, 2), ResponseCode.NO_MESSAGE, "all");
        refused(
                () -> producer.queryMessage("None" + topic, "all", 10, 0, Long.MAX_VALUE),
                ResponseCode.TOPIC_NOT_EXIST,
                "None" + topic);
    }

    /** @param code -2 for any */
    private static void refused(ThrowingCallable call, int code, String text) {
        assertThatThrownBy(call).isInstanceOfSatisfying(MQClientException.class, e -> {
            assertThat(e.getErrorMessage()).contains(text);
            if (code != -2) {
                assertThat(e.getResponseCode()).isEqualTo(code);
            }
        });
    }
}
