package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;
import java.util.Arrays;
import java.util.Objects;

/**
 * A message to store: {@code SEND_MESSAGE} (10), {@code SEND_MESSAGE_V2} (310), {@code SEND_BATCH_MESSAGE} (320), {@code SEND_REPLY_MESSAGE}
 * (324), {@code SEND_REPLY_MESSAGE_V2} (325). The body of the command is that of the message. Version 2 differs only in its field names,
 * {@code a} to {@code n} in the order of the components here.
 *
 * @param queueId negative lets the broker choose
 * @param properties as they stand on the wire and in the store: {@code name 0x01 value 0x02 …}; null for none
 * @param batch whether the body holds several messages: this decides, not the request code
 * @param bname the broker name that a 5.x client means to talk to
 */
@SuppressWarnings("ArrayRecordComponent") // The way of a message does not copy; equality looks into the bytes.
public record SendMessageRequestHeader(
        String producerGroup,
        String topic,
        String defaultTopic,
        int defaultTopicQueueNums,
        int queueId,
        int sysFlag,
        long bornTimestamp,
        int flag,
        byte[] properties,
        Integer reconsumeTimes,
        Boolean unitMode,
        Integer maxReconsumeTimes,
        Boolean batch,
        @Optional String bname) {
    public boolean isBatch() {
        return batch != null && batch;
    }

    public boolean isUnitMode() {
        return unitMode != null && unitMode;
    }

    public int reconsumeTimesOrZero() {
        return reconsumeTimes == null ? 0 : reconsumeTimes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SendMessageRequestHeader that
                && queueId == that.queueId
                && sysFlag == that.sysFlag
                && flag == that.flag
                && bornTimestamp == that.bornTimestamp
                && defaultTopicQueueNums == that.defaultTopicQueueNums
                && producerGroup.equals(that.producerGroup)
                && topic.equals(that.topic)
                && defaultTopic.equals(that.defaultTopic)
                && Arrays.equals(properties, that.properties)
                && Objects.equals(reconsumeTimes, that.reconsumeTimes)
                && Objects.equals(unitMode, that.unitMode)
                && Objects.equals(maxReconsumeTimes, that.maxReconsumeTimes)
                && Objects.equals(batch, that.batch)
                && Objects.equals(bname, that.bname);
    }

    @Override
    public int hashCode() {
        return Objects.hash(topic, queueId, bornTimestamp, Arrays.hashCode(properties));
    }
}
