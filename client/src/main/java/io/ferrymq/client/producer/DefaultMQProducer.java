package io.ferrymq.client.producer;

import io.ferrymq.client.QueryResult;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.exception.RequestTimeoutException;
import io.ferrymq.client.impl.producer.DefaultMQProducerImpl;
import io.ferrymq.client.impl.producer.Requester;
import io.ferrymq.client.trace.TraceDispatcher;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.exception.RemotingException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Sends messages to a cluster. Set properties, {@link #start()}, send from any number of threads, {@link #shutdown()}, which lets sends under
 * way finish.
 */
public class DefaultMQProducer extends ProducerConfig implements MQProducer {
    /** For subclasses, as in the published client. */
    protected final DefaultMQProducerImpl defaultMQProducerImpl;

    public DefaultMQProducer() {
        this((RPCHook) null);
    }

    public DefaultMQProducer(RPCHook rpcHook) {
        this.defaultMQProducerImpl = new DefaultMQProducerImpl(this, rpcHook);
    }

    public DefaultMQProducer(String producerGroup) {
        this(producerGroup, (RPCHook) null);
    }

    public DefaultMQProducer(String producerGroup, RPCHook rpcHook) {
        this(producerGroup, rpcHook, null);
    }

    /** @param topics whose routes shall be fetched at start; null for none */
    public DefaultMQProducer(String producerGroup, RPCHook rpcHook, List<String> topics) {
        this(rpcHook);
        setProducerGroup(producerGroup);
        setTopics(topics == null ? List.of() : topics);
    }

    public DefaultMQProducer(String producerGroup, boolean enableMsgTrace) {
        this(producerGroup, enableMsgTrace, null);
    }

    public DefaultMQProducer(String producerGroup, boolean enableMsgTrace, String customizedTraceTopic) {
        this(producerGroup, null, enableMsgTrace, customizedTraceTopic);
    }

    /**
     * @param enableMsgTrace whether what happens to messages is written down as messages of another topic
     * @param customizedTraceTopic that topic; null for the usual one
     */
    public DefaultMQProducer(
            String producerGroup, RPCHook rpcHook, boolean enableMsgTrace, String customizedTraceTopic) {
        this(producerGroup, rpcHook, null, enableMsgTrace, customizedTraceTopic);
    }

    public DefaultMQProducer(
            String producerGroup,
            RPCHook rpcHook,
            List<String> topics,
            boolean enableMsgTrace,
            String customizedTraceTopic) {
        this(producerGroup, rpcHook, topics);
        setEnableTrace(enableMsgTrace);
        setTraceTopic(customizedTraceTopic);
    }

    @Deprecated
    public DefaultMQProducer(String namespace, String producerGroup) {
        this(namespace, producerGroup, null);
    }

    @Deprecated
    public DefaultMQProducer(String namespace, String producerGroup, RPCHook rpcHook) {
        this(producerGroup, rpcHook);
        setNamespace(namespace);
    }

    @Deprecated
    public DefaultMQProducer(
            String namespace,
            String producerGroup,
            RPCHook rpcHook,
            boolean enableMsgTrace,
            String customizedTraceTopic) {
        this(producerGroup, rpcHook, enableMsgTrace, customizedTraceTopic);
        setNamespace(namespace);
    }

    @Override
    public void start() throws MQClientException {
        defaultMQProducerImpl.start();
    }

    @Override
    public void shutdown() {
        defaultMQProducerImpl.shutdown();
    }

    /** Takes over another list of nameservers while running; connections to those that are no longer on it are closed at once. */
    public void updateNameServerAddress(String namesrvAddr) throws MQClientException {
        defaultMQProducerImpl.updateNameServers(namesrvAddr);
    }

    /** Sends the traces of this producer; null when it is not traced or not started. */
    public TraceDispatcher getTraceDispatcher() {
        return defaultMQProducerImpl.traceDispatcher();
    }

    /** For hooks: {@code registerSendMessageHook}, {@code registerCheckForbiddenHook} and {@code registerEndTransactionHook}. */
    public DefaultMQProducerImpl getDefaultMQProducerImpl() {
        return defaultMQProducerImpl;
    }

    @Override
    public List<MessageQueue> fetchPublishMessageQueues(String topic) throws MQClientException {
        return defaultMQProducerImpl.admin().fetchPublishMessageQueues(topic);
    }

    @Override
    public SendResult send(Message msg)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return getAutoBatch() ? sendByAccumulator(msg, null, null) : send(msg, getSendMsgTimeout());
    }

    @Override
    public SendResult send(Message msg, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return defaultMQProducerImpl.sender().send(msg, null, timeout);
    }

    @Override
    public void send(Message msg, SendCallback sendCallback)
            throws MQClientException, RemotingException, InterruptedException {
        if (getAutoBatch()) {
            defaultMQProducerImpl.sender().sendGatheredAsync(msg, null, sendCallback);
        } else {
            send(msg, sendCallback, getSendMsgTimeout());
        }
    }

    @Override
    public void send(Message msg, SendCallback sendCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException {
        defaultMQProducerImpl.sender().sendAsync(msg, null, sendCallback, timeout);
    }

    @Override
    public void sendOneway(Message msg) throws MQClientException, RemotingException, InterruptedException {
        defaultMQProducerImpl.sender().sendOneway(msg, null);
    }

    @Override
    public SendResult send(Message msg, MessageQueue mq)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return getAutoBatch() ? sendByAccumulator(msg, mq, null) : send(msg, mq, getSendMsgTimeout());
    }

    @Override
    public SendResult send(Message msg, MessageQueue mq, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return defaultMQProducerImpl.sender().send(msg, mq, timeout);
    }

    @Override
    public void send(Message msg, MessageQueue mq, SendCallback sendCallback)
            throws MQClientException, RemotingException, InterruptedException {
        if (getAutoBatch()) {
            defaultMQProducerImpl.sender().sendGatheredAsync(msg, mq, sendCallback);
        } else {
            send(msg, mq, sendCallback, getSendMsgTimeout());
        }
    }

    @Override
    public void send(Message msg, MessageQueue mq, SendCallback sendCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException {
        defaultMQProducerImpl.sender().sendAsync(msg, mq, sendCallback, timeout);
    }

    @Override
    public void sendOneway(Message msg, MessageQueue mq)
            throws MQClientException, RemotingException, InterruptedException {
        defaultMQProducerImpl.sender().sendOneway(msg, mq);
    }

    @Override
    public SendResult send(Message msg, MessageQueueSelector selector, Object arg)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return getAutoBatch()
                ? defaultMQProducerImpl.sender().sendGathered(msg, selector, arg)
                : send(msg, selector, arg, getSendMsgTimeout());
    }

    @Override
    public SendResult send(Message msg, MessageQueueSelector selector, Object arg, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return defaultMQProducerImpl.sender().send(msg, selector, arg, timeout);
    }

    @Override
    public void send(Message msg, MessageQueueSelector selector, Object arg, SendCallback sendCallback)
            throws MQClientException, RemotingException, InterruptedException {
        if (getAutoBatch()) {
            defaultMQProducerImpl.sender().sendGatheredAsync(msg, selector, arg, sendCallback);
        } else {
            send(msg, selector, arg, sendCallback, getSendMsgTimeout());
        }
    }

    @Override
    public void send(Message msg, MessageQueueSelector selector, Object arg, SendCallback sendCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException {
        defaultMQProducerImpl.sender().sendAsync(msg, selector, arg, sendCallback, timeout);
    }

    @Override
    public void sendOneway(Message msg, MessageQueueSelector selector, Object arg)
            throws MQClientException, RemotingException, InterruptedException {
        defaultMQProducerImpl.sender().sendOneway(msg, selector, arg);
    }

    /**
     * Sends a message on its own, whatever {@link #setAutoBatch} says, in the time of {@link #getSendMsgTimeout}.
     *
     * @param mq null for any
     * @param sendCallback told of the end; null to wait for it
     * @return null when there is a callback
     */
    public SendResult sendDirect(Message msg, MessageQueue mq, SendCallback sendCallback)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        if (sendCallback == null) {
            return defaultMQProducerImpl.sender().send(msg, mq, getSendMsgTimeout());
        }
        defaultMQProducerImpl.sender().sendAsync(msg, mq, sendCallback, getSendMsgTimeout());
        return null;
    }

    /**
     * Sends a message as part of a batch, or on its own if it is not fit for one: in a transaction, delayed, a reply, to a retry topic, or larger
     * than a batch (RocketMQ client facts, section auto-batch).
     *
     * @param mq null for any
     * @param sendCallback told of this message's end; null to wait for it
     * @return null when there is a callback
     */
    public SendResult sendByAccumulator(Message msg, MessageQueue mq, SendCallback sendCallback)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        if (sendCallback == null) {
            return defaultMQProducerImpl.sender().sendGathered(msg, mq);
        }
        defaultMQProducerImpl.sender().sendGatheredAsync(msg, mq, sendCallback);
        return null;
    }

    @Override
    public Message request(Message msg, long timeout)
            throws RequestTimeoutException, MQClientException, RemotingException, MQBrokerException,
                    InterruptedException {
        return defaultMQProducerImpl.requester().request(msg, toQueue(msg, null), timeout);
    }

    @Override
    public void request(Message msg, RequestCallback requestCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException, MQBrokerException {
        defaultMQProducerImpl.requester().request(msg, toQueue(msg, null), requestCallback, timeout);
    }

    @Override
    public Message request(Message msg, MessageQueueSelector selector, Object arg, long timeout)
            throws RequestTimeoutException, MQClientException, RemotingException, MQBrokerException,
                    InterruptedException {
        return defaultMQProducerImpl.requester().request(msg, toSelected(msg, selector, arg), timeout);
    }

    @Override
    public void request(
            Message msg, MessageQueueSelector selector, Object arg, RequestCallback requestCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException, MQBrokerException {
        defaultMQProducerImpl.requester().request(msg, toSelected(msg, selector, arg), requestCallback, timeout);
    }

    @Override
    public Message request(Message msg, MessageQueue mq, long timeout)
            throws RequestTimeoutException, MQClientException, RemotingException, MQBrokerException,
                    InterruptedException {
        return defaultMQProducerImpl.requester().request(msg, toQueue(msg, mq), timeout);
    }

    @Override
    public void request(Message msg, MessageQueue mq, RequestCallback requestCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException, MQBrokerException {
        defaultMQProducerImpl.requester().request(msg, toQueue(msg, mq), requestCallback, timeout);
    }

    @Override
    public String recallMessage(String topic, String recallHandle)
            throws RemotingException, MQClientException, MQBrokerException, InterruptedException {
        return defaultMQProducerImpl.recall().recall(topic, recallHandle, getSendMsgTimeout());
    }

    private Requester.Way toQueue(Message msg, MessageQueue mq) {
        return (callback, timeoutMs) -> defaultMQProducerImpl.sender().sendAsync(msg, mq, callback, timeoutMs);
    }

    private Requester.Way toSelected(Message msg, MessageQueueSelector selector, Object arg) {
        return (callback, timeoutMs) ->
                defaultMQProducerImpl.sender().sendAsync(msg, selector, arg, callback, timeoutMs);
    }

    @Override
    public SendResult send(Collection<Message> msgs)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return send(msgs, getSendMsgTimeout());
    }

    @Override
    public SendResult send(Collection<Message> msgs, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return send(defaultMQProducerImpl.sender().batch(msgs), timeout);
    }

    @Override
    public SendResult send(Collection<Message> msgs, MessageQueue mq)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return send(msgs, mq, getSendMsgTimeout());
    }

    @Override
    public SendResult send(Collection<Message> msgs, MessageQueue mq, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        return send(defaultMQProducerImpl.sender().batch(msgs), mq, timeout);
    }

    @Override
    public void send(Collection<Message> msgs, SendCallback sendCallback)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        send(msgs, sendCallback, getSendMsgTimeout());
    }

    @Override
    public void send(Collection<Message> msgs, SendCallback sendCallback, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        send(defaultMQProducerImpl.sender().batch(msgs), sendCallback, timeout);
    }

    @Override
    public void send(Collection<Message> msgs, MessageQueue mq, SendCallback sendCallback)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        send(msgs, mq, sendCallback, getSendMsgTimeout());
    }

    @Override
    public void send(Collection<Message> msgs, MessageQueue mq, SendCallback sendCallback, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException {
        send(defaultMQProducerImpl.sender().batch(msgs), mq, sendCallback, timeout);
    }

    /** @throws UnsupportedOperationException always: {@link TransactionMQProducer} does it */
    @Override
    public TransactionSendResult sendMessageInTransaction(Message msg, Object arg) throws MQClientException {
        throw new UnsupportedOperationException("sendMessageInTransaction not implement, use TransactionMQProducer");
    }

    @Override
    public void createTopic(String key, String newTopic, int queueNum) throws MQClientException {
        createTopic(key, newTopic, queueNum, 0, null);
    }

    @Override
    public void createTopic(String key, String newTopic, int queueNum, int topicSysFlag) throws MQClientException {
        createTopic(key, newTopic, queueNum, topicSysFlag, null);
    }

    @Override
    public void createTopic(String key, String newTopic, int queueNum, Map<String, String> attributes)
            throws MQClientException {
        createTopic(key, newTopic, queueNum, 0, attributes);
    }

    @Override
    public void createTopic(String key, String newTopic, int queueNum, int topicSysFlag, Map<String, String> attributes)
            throws MQClientException {
        defaultMQProducerImpl.admin().createTopic(key, newTopic, queueNum, topicSysFlag, attributes);
    }

    @Override
    public long searchOffset(MessageQueue mq, long timestamp) throws MQClientException {
        return defaultMQProducerImpl.admin().searchOffset(mq, timestamp);
    }

    @Override
    public long maxOffset(MessageQueue mq) throws MQClientException {
        return defaultMQProducerImpl.admin().maxOffset(mq);
    }

    @Override
    public long minOffset(MessageQueue mq) throws MQClientException {
        return defaultMQProducerImpl.admin().minOffset(mq);
    }

    @Override
    public long earliestMsgStoreTime(MessageQueue mq) throws MQClientException {
        return defaultMQProducerImpl.admin().earliestMsgStoreTime(mq);
    }

    @Override
    public MessageExt viewMessage(String offsetMsgId)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        return defaultMQProducerImpl.admin().viewMessage(offsetMsgId);
    }

    @Override
    public MessageExt viewMessage(String topic, String msgId)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        return defaultMQProducerImpl.admin().viewMessage(topic, msgId);
    }

    @Override
    public QueryResult queryMessage(String topic, String key, int maxNum, long begin, long end)
            throws MQClientException, InterruptedException {
        return defaultMQProducerImpl.admin().queryMessage(topic, key, maxNum, begin, end);
    }
}
