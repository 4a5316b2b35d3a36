package io.ferrymq.client.consumer;

import io.ferrymq.client.MQAdmin;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import java.util.Set;

/** What all consumers can do. */
public interface MQConsumer extends MQAdmin {
    /**
     * Gives a message back to be consumed again later; listeners do so by their answer.
     *
     * @param delayLevel -1: to the dead letters; 0: the broker chooses; above: that delay level
     */
    @Deprecated
    void sendMessageBack(MessageExt msg, int delayLevel)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException;

    /** @param brokerName the broker that the message came from; null: as the message says */
    void sendMessageBack(MessageExt msg, int delayLevel, String brokerName)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException;

    /** The queues of a topic that may be read. */
    Set<MessageQueue> fetchSubscribeMessageQueues(String topic) throws MQClientException;
}
