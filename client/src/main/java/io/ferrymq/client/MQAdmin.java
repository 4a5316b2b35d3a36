package io.ferrymq.client;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import java.util.Map;

/** What every started client object can ask the cluster for. */
public interface MQAdmin {
    /**
     * Creates a topic on every master that serves the topic {@code key}, and returns once the route shows it.
     *
     * @param key a topic whose brokers shall have the new one, such as {@code TBW102}
     * @param queueNum queues per broker, for reading and writing
     */
    void createTopic(String key, String newTopic, int queueNum) throws MQClientException;

    void createTopic(String key, String newTopic, int queueNum, int topicSysFlag) throws MQClientException;

    /** @param attributes changes such as {@code +message.type} to {@code FIFO} */
    void createTopic(String key, String newTopic, int queueNum, Map<String, String> attributes)
            throws MQClientException;

    void createTopic(String key, String newTopic, int queueNum, int topicSysFlag, Map<String, String> attributes)
            throws MQClientException;

    /** The first offset stored at this time (milliseconds) or later. */
    long searchOffset(MessageQueue mq, long timestamp) throws MQClientException;

    /** The offset that the next message gets. */
    long maxOffset(MessageQueue mq) throws MQClientException;

    /** The offset of the oldest message that is still there. */
    long minOffset(MessageQueue mq) throws MQClientException;

    /** When the oldest message was stored, in milliseconds; -1 when there is none. */
    long earliestMsgStoreTime(MessageQueue mq) throws MQClientException;

    /** The message with the id that the broker gave it. */
    MessageExt viewMessage(String offsetMsgId)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException;

    /** The message with this id, be it the producer's or the broker's. */
    MessageExt viewMessage(String topic, String msgId)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException;

    /** Messages with this key, stored from {@code begin} to {@code end} (milliseconds). */
    QueryResult queryMessage(String topic, String key, int maxNum, long begin, long end)
            throws MQClientException, InterruptedException;
}
