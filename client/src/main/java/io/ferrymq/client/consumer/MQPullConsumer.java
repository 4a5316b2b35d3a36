package io.ferrymq.client.consumer;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import java.util.Set;

/**
 * A consumer whose application orders each pull and keeps its positions itself (client §35). {@link LitePullConsumer} does more for it.
 *
 * <p>In all pulls: {@code subExpression} is tags joined by {@code ||}, null or {@code *} is everything; a null selector is everything;
 * {@code offset} is at least 0 and {@code maxNums} at least 1, else the pull is refused; the time is in milliseconds.
 */
public interface MQPullConsumer extends MQConsumer {
    void start() throws MQClientException;

    /** Writes the positions and leaves the group. */
    void shutdown();

    /** @param listener hears when the queues of this consumer change, of any topic; null keeps the one there is */
    void registerMessageQueueListener(String topic, MessageQueueListener listener);

    /** Asks for messages and returns at once, be there some or none. */
    PullResult pull(MessageQueue mq, String subExpression, long offset, int maxNums)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    PullResult pull(MessageQueue mq, String subExpression, long offset, int maxNums, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    PullResult pull(MessageQueue mq, MessageSelector selector, long offset, int maxNums)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    PullResult pull(MessageQueue mq, MessageSelector selector, long offset, int maxNums, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    void pull(MessageQueue mq, String subExpression, long offset, int maxNums, PullCallback pullCallback)
            throws MQClientException, RemotingException, InterruptedException;

    void pull(MessageQueue mq, String subExpression, long offset, int maxNums, PullCallback pullCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException;

    /** @param maxSize bytes of messages that the answer may have; one message comes however large it is */
    void pull(
            MessageQueue mq,
            String subExpression,
            long offset,
            int maxNums,
            int maxSize,
            PullCallback pullCallback,
            long timeout)
            throws MQClientException, RemotingException, InterruptedException;

    void pull(MessageQueue mq, MessageSelector selector, long offset, int maxNums, PullCallback pullCallback)
            throws MQClientException, RemotingException, InterruptedException;

    void pull(
            MessageQueue mq,
            MessageSelector selector,
            long offset,
            int maxNums,
            PullCallback pullCallback,
            long timeout)
            throws MQClientException, RemotingException, InterruptedException;

    /** Waits at the broker for a message, up to {@code brokerSuspendMaxTimeMillis}. */
    PullResult pullBlockIfNotFound(MessageQueue mq, String subExpression, long offset, int maxNums)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    void pullBlockIfNotFound(MessageQueue mq, String subExpression, long offset, int maxNums, PullCallback pullCallback)
            throws MQClientException, RemotingException, InterruptedException;

    void pullBlockIfNotFoundWithMessageSelector(
            MessageQueue mq, MessageSelector selector, long offset, int maxNums, PullCallback pullCallback)
            throws MQClientException, RemotingException, InterruptedException;

    PullResult pullBlockIfNotFoundWithMessageSelector(
            MessageQueue mq, MessageSelector selector, long offset, int maxNums)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    /** The group's position from now on; the broker hears of it within {@code persistConsumerOffsetInterval}. */
    void updateConsumeOffset(MessageQueue mq, long offset) throws MQClientException;

    /**
     * The group's position.
     *
     * @param fromStore whether to ask the broker even if it is known here
     * @return -1 when the group has none
     * @throws MQClientException when it could not be read: do not take that for 0
     */
    long fetchConsumeOffset(MessageQueue mq, boolean fromStore) throws MQClientException;

    /** The queues of a registered or pulled topic that are this consumer's, as the group shares them out. */
    Set<MessageQueue> fetchMessageQueuesInBalance(String topic) throws MQClientException;

    /**
     * Gives a message back to be consumed again later.
     *
     * @param delayLevel -1: to the dead letters; 0: the broker chooses; above: that delay level
     * @param consumerGroup the group that is to get it again; null for this one
     */
    void sendMessageBack(MessageExt msg, int delayLevel, String brokerName, String consumerGroup)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException;
}
