package io.ferrymq.client.consumer.store;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import java.util.Map;
import java.util.Set;

/** Keeps the positions of a group: in memory at once, for good from time to time. Thread-safe. */
public interface OffsetStore {
    /** Reads what is kept, before the consumer starts. */
    void load() throws MQClientException;

    /** @param increaseOnly a smaller offset than the present one changes nothing */
    void updateOffset(MessageQueue mq, long offset, boolean increaseOnly);

    /** Sets an offset that stays until {@link #removeOffset}, whatever updates come. */
    void updateAndFreezeOffset(MessageQueue mq, long offset);

    /** @return -1 when there is none, -2 when it could not be read, -3 for no queue */
    long readOffset(MessageQueue mq, ReadOffsetType type);

    /** Keeps the offsets of these queues for good and forgets all others. */
    void persistAll(Set<MessageQueue> mqs);

    void persist(MessageQueue mq);

    void removeOffset(MessageQueue mq);

    /** @param topic null or empty for all */
    Map<MessageQueue, Long> cloneOffsetTable(String topic);

    void updateConsumeOffsetToBroker(MessageQueue mq, long offset, boolean isOneway)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException;
}
