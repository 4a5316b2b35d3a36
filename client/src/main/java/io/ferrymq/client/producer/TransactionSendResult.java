package io.ferrymq.client.producer;

/** Where the message of a transaction was stored, and how the local part ended. */
public class TransactionSendResult extends SendResult {
    private LocalTransactionState localTransactionState;

    public TransactionSendResult() {}

    public LocalTransactionState getLocalTransactionState() {
        return localTransactionState;
    }

    public void setLocalTransactionState(LocalTransactionState localTransactionState) {
        this.localTransactionState = localTransactionState;
    }
}
