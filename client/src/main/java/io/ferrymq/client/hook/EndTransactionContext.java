package io.ferrymq.client.hook;

import io.ferrymq.client.producer.LocalTransactionState;
import io.ferrymq.common.message.Message;

/** What an {@link EndTransactionHook} sees: a transaction, and how it ended. */
public class EndTransactionContext {
    private String producerGroup;
    private Message message;
    private String brokerAddr;
    private String msgId;
    private String transactionId;
    private LocalTransactionState transactionState;
    private boolean fromTransactionCheck;

    public String getProducerGroup() {
        return producerGroup;
    }

    public void setProducerGroup(String producerGroup) {
        this.producerGroup = producerGroup;
    }

    /** The half message. */
    public Message getMessage() {
        return message;
    }

    public void setMessage(Message message) {
        this.message = message;
    }

    /** Where the half message is. */
    public String getBrokerAddr() {
        return brokerAddr;
    }

    public void setBrokerAddr(String brokerAddr) {
        this.brokerAddr = brokerAddr;
    }

    /** The producer's id of the message. */
    public String getMsgId() {
        return msgId;
    }

    public void setMsgId(String msgId) {
        this.msgId = msgId;
    }

    public String getTransactionId() {
        return transactionId;
    }

    public void setTransactionId(String transactionId) {
        this.transactionId = transactionId;
    }

    /** How the local part ended. */
    public LocalTransactionState getTransactionState() {
        return transactionState;
    }

    public void setTransactionState(LocalTransactionState transactionState) {
        this.transactionState = transactionState;
    }

    /** Whether a broker has asked. */
    public boolean isFromTransactionCheck() {
        return fromTransactionCheck;
    }

    public void setFromTransactionCheck(boolean fromTransactionCheck) {
        this.fromTransactionCheck = fromTransactionCheck;
    }
}
