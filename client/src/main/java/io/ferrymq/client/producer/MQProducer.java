package io.ferrymq.client.producer;

import io.ferrymq.client.MQAdmin;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.exception.RequestTimeoutException;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import java.util.Collection;
import java.util.List;

/**
 * Sends messages. Without a queue or a selector the client chooses the queue and, when an attempt fails, sends again, to another broker if
 * there is one; a message may then be stored twice. Times are milliseconds and span all attempts.
 */
public interface MQProducer extends MQAdmin {
    void start() throws MQClientException;

    void shutdown();

    /** The queues that messages of a topic may be sent to. */
    List<MessageQueue> fetchPublishMessageQueues(String topic) throws MQClientException;

    SendResult send(Message msg) throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    SendResult send(Message msg, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    void send(Message msg, SendCallback sendCallback)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    void send(Message msg, SendCallback sendCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException;

    void sendOneway(Message msg) throws MQClientException, RemotingException, InterruptedException;

    SendResult send(Message msg, MessageQueue mq)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    SendResult send(Message msg, MessageQueue mq, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    void send(Message msg, MessageQueue mq, SendCallback sendCallback)
            throws MQClientException, RemotingException, InterruptedException;

    void send(Message msg, MessageQueue mq, SendCallback sendCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException;

    void sendOneway(Message msg, MessageQueue mq) throws MQClientException, RemotingException, InterruptedException;

    SendResult send(Message msg, MessageQueueSelector selector, Object arg)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    SendResult send(Message msg, MessageQueueSelector selector, Object arg, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    void send(Message msg, MessageQueueSelector selector, Object arg, SendCallback sendCallback)
            throws MQClientException, RemotingException, InterruptedException;

    void send(Message msg, MessageQueueSelector selector, Object arg, SendCallback sendCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException;

    void sendOneway(Message msg, MessageQueueSelector selector, Object arg)
            throws MQClientException, RemotingException, InterruptedException;

    /**
     * Sends a message and waits for the reply that its consumer sends.
     *
     * @param timeout in milliseconds, for message and reply together
     * @throws RequestTimeoutException with code 10006 when no reply came in time
     * @throws MQClientException when the message could not be sent; its cause says why
     */
    Message request(Message msg, long timeout)
            throws RequestTimeoutException, MQClientException, RemotingException, MQBrokerException,
                    InterruptedException;

    void request(Message msg, RequestCallback requestCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException, MQBrokerException;

    Message request(Message msg, MessageQueueSelector selector, Object arg, long timeout)
            throws RequestTimeoutException, MQClientException, RemotingException, MQBrokerException,
                    InterruptedException;

    void request(Message msg, MessageQueueSelector selector, Object arg, RequestCallback requestCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException, MQBrokerException;

    Message request(Message msg, MessageQueue mq, long timeout)
            throws RequestTimeoutException, MQClientException, RemotingException, MQBrokerException,
                    InterruptedException;

    void request(Message msg, MessageQueue mq, RequestCallback requestCallback, long timeout)
            throws MQClientException, RemotingException, InterruptedException, MQBrokerException;

    /**
     * Takes a message with a delivery time back before it is delivered.
     *
     * @param recallHandle from the {@link SendResult} of the message
     * @return the unique id of the message
     * @throws MQClientException when the handle is none of this topic, or no route names its broker
     * @throws MQBrokerException when the broker refuses: recalls are off there, or the time has come already
     */
    String recallMessage(String topic, String recallHandle)
            throws RemotingException, MQClientException, MQBrokerException, InterruptedException;

    /** Messages of one topic, stored in one queue one after the other. */
    SendResult send(Collection<Message> msgs)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    SendResult send(Collection<Message> msgs, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    SendResult send(Collection<Message> msgs, MessageQueue mq)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    SendResult send(Collection<Message> msgs, MessageQueue mq, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    void send(Collection<Message> msgs, SendCallback sendCallback)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    void send(Collection<Message> msgs, SendCallback sendCallback, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    void send(Collection<Message> msgs, MessageQueue mq, SendCallback sendCallback)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    void send(Collection<Message> msgs, MessageQueue mq, SendCallback sendCallback, long timeout)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException;

    /**
     * Sends a message that consumers get if and only if a local transaction commits.
     *
     * @param arg handed to the listener
     */
    TransactionSendResult sendMessageInTransaction(Message msg, Object arg) throws MQClientException;
}
