package io.ferrymq.client.producer;

import io.ferrymq.common.message.MessageExt;

/** The older form of {@link TransactionListener#checkLocalTransaction}. */
@Deprecated
public interface TransactionCheckListener {
    LocalTransactionState checkLocalTransactionState(MessageExt msg);
}
