package io.ferrymq.client.producer;

/** How the local part of a transaction ended. */
public enum LocalTransactionState {
    /** Consumers shall get the message. */
    COMMIT_MESSAGE,
    /** Nobody shall get the message. */
    ROLLBACK_MESSAGE,
    /** Not known yet: the broker asks later. */
    UNKNOW
}
