package io.ferrymq.client.producer;

import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageExt;

/** The local part of a transaction. */
public interface TransactionListener {
    /**
     * Does the local part, once the message is stored where consumers do not see it yet; on the thread that sends. Null and exceptions count as
     * {@link LocalTransactionState#UNKNOW}.
     *
     * @param arg what was given to the send
     */
    LocalTransactionState executeLocalTransaction(Message msg, Object arg);

    /**
     * Answers a broker that was not told how a transaction ended. The message may be that of another member of the producer group, or of this
     * one before a restart.
     */
    LocalTransactionState checkLocalTransaction(MessageExt msg);
}
