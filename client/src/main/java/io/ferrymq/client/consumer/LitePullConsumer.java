package io.ferrymq.client.consumer;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A consumer that the application asks for messages, instead of being called with them (client §34). */
public interface LitePullConsumer {
    /** @throws MQClientException when a setting is wrong, the group is in this process already, or a broker refuses a subscription */
    void start() throws MQClientException;

    /** Commits if commits are automatic, frees the queues and leaves the group; a poll that waits returns. */
    void shutdown();

    boolean isRunning();

    /** Every message of a topic, whose queues the members of the group share. */
    void subscribe(String topic) throws MQClientException;

    /** @param subExpression tags joined by {@code ||}; null or {@code *} is everything */
    void subscribe(String topic, String subExpression) throws MQClientException;

    /** @param messageQueueListener hears each time this consumer gets or loses queues of the topic */
    void subscribe(String topic, String subExpression, MessageQueueListener messageQueueListener)
            throws MQClientException;

    /** @param selector null is everything */
    void subscribe(String topic, MessageSelector selector) throws MQClientException;

    void unsubscribe(String topic);

    /** The queues that this consumer has now. */
    Set<MessageQueue> assignment() throws MQClientException;

    /**
     * Reads exactly these queues, whatever other members do; queues named before and not now are given up.
     *
     * @throws IllegalStateException when a topic was subscribed
     */
    void assign(Collection<MessageQueue> messageQueues);

    /**
     * Which messages of a topic are wanted whose queues are assigned; before the start.
     *
     * @param subExpression tags joined by {@code ||}; null or {@code *} is everything
     */
    void setSubExpressionForAssign(String topic, String subExpression);

    /** Tells brokers these subscriptions, for tools to see, instead of the topics that are subscribed. */
    void buildSubscriptionsForHeartbeat(Map<String, MessageSelector> subExpressionMap) throws Exception;

    /** {@link #poll(long)} with {@code pollTimeoutMillis}. */
    List<MessageExt> poll();

    /**
     * Messages of one queue, at most {@code pullBatchSize}, in their order.
     *
     * <p>With automatic commits the position moves over what <em>earlier</em> polls gave: call poll again only when those messages are dealt
     * with. Who hands them to other threads and polls on may lose them in a crash; switch {@code autoCommit} off then, and {@link #commit()}.
     *
     * @param timeout milliseconds to wait while there is no message; 0: not at all
     * @return empty when there was none in that time
     * @throws IllegalStateException when the consumer does not run
     * @throws IllegalArgumentException when the timeout is below 0
     */
    List<MessageExt> poll(long timeout);

    /**
     * The next message from the queue is the one at this offset; nothing that was pulled before is handed out any more. Others hear of the new
     * position by the next commit.
     *
     * @throws MQClientException when this consumer does not have the queue, or the queue does not have the offset
     */
    void seek(MessageQueue messageQueue, long offset) throws MQClientException;

    /** Hands out nothing of these queues until they are resumed. */
    void pause(Collection<MessageQueue> messageQueues);

    void resume(Collection<MessageQueue> messageQueues);

    boolean isAutoCommit();

    /** @param autoCommit whether polls commit what earlier ones gave, each {@code autoCommitIntervalMillis} */
    void setAutoCommit(boolean autoCommit);

    /** All queues of a topic that can be read. */
    Collection<MessageQueue> fetchMessageQueues(String topic) throws MQClientException;

    /** The first offset stored at this time (milliseconds) or later. */
    Long offsetForTimestamp(MessageQueue messageQueue, Long timestamp) throws MQClientException;

    /** Commits all that was handed out and waits until the brokers have it. */
    @Deprecated
    void commitSync();

    /** {@link #commit(Map, boolean)} under its former name. */
    @Deprecated
    void commitSync(Map<MessageQueue, Long> messageQueueOffsets, boolean persist);

    /**
     * Commits all that was handed out, the newest poll's messages included. Brokers hear of it with the next pull, within
     * {@code persistConsumerOffsetInterval}, or when the queue is given away.
     */
    void commit();

    /**
     * Commits offsets of the application's choice: those that are to be read next.
     *
     * @param persist whether to wait until the brokers have them
     */
    void commit(Map<MessageQueue, Long> messageQueueOffsets, boolean persist);

    /**
     * Commits what was handed out of some queues.
     *
     * @param persist whether to wait until the brokers have it
     */
    void commit(Set<MessageQueue> messageQueues, boolean persist);

    /**
     * The committed offset of the group in a queue, -1 when there is none.
     *
     * @throws MQClientException when it cannot be found out
     */
    Long committed(MessageQueue messageQueue) throws MQClientException;

    /** @param listener hears when the topic gets or loses queues; the last one registered for a topic counts */
    void registerTopicMessageQueueChangeListener(String topic, TopicMessageQueueChangeListener listener)
            throws MQClientException;

    /** @param nameServerAddress {@code host:port;…}, from now on */
    void updateNameServerAddress(String nameServerAddress);

    void seekToBegin(MessageQueue messageQueue) throws MQClientException;

    void seekToEnd(MessageQueue messageQueue) throws MQClientException;
}
