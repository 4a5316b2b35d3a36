package io.ferrymq.common.message;

import java.io.Serializable;
import java.util.Objects;

/** One queue of one topic on one broker. Ordered by topic, broker name, queue id: every consumer of a group must sort alike. */
public class MessageQueue implements Comparable<MessageQueue>, Serializable {
    private static final long serialVersionUID = 6191200464116433425L;
    private String topic;
    private String brokerName;
    private int queueId;

    public MessageQueue() {}

    public MessageQueue(MessageQueue other) {
        this(other.topic, other.brokerName, other.queueId);
    }

    public MessageQueue(String topic, String brokerName, int queueId) {
        this.topic = topic;
        this.brokerName = brokerName;
        this.queueId = queueId;
    }

    public String getTopic() {
        return topic;
    }

    public void setTopic(String topic) {
        this.topic = topic;
    }

    public String getBrokerName() {
        return brokerName;
    }

    public void setBrokerName(String brokerName) {
        this.brokerName = brokerName;
    }

    public int getQueueId() {
        return queueId;
    }

    public void setQueueId(int queueId) {
        this.queueId = queueId;
    }

    // The hash decides nothing on the wire, but applications sort and bucket by it: kept equal to the well-known one.
    @Override
    public int hashCode() {
        int result = 31 + Objects.hashCode(brokerName);
        result = 31 * result + queueId;
        return 31 * result + Objects.hashCode(topic);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageQueue that
                && queueId == that.queueId
                && Objects.equals(brokerName, that.brokerName)
                && Objects.equals(topic, that.topic);
    }

    @Override
    public int compareTo(MessageQueue other) {
        int byTopic = topic.compareTo(other.topic);
        if (byTopic != 0) {
            return byTopic;
        }
        int byBroker = brokerName.compareTo(other.brokerName);
        return byBroker != 0 ? byBroker : Integer.compare(queueId, other.queueId);
    }

    @Override
    public String toString() {
        return "MessageQueue [topic=" + topic + ", brokerName=" + brokerName + ", queueId=" + queueId + "]";
    }
}
