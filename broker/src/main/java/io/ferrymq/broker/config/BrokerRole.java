package io.ferrymq.broker.config;

/** What a broker does for durability: key {@code brokerRole}. */
public enum BrokerRole {
    /** Answers a send without waiting for a slave. */
    ASYNC_MASTER,
    /** Answers a send once a slave has the message. */
    SYNC_MASTER,
    /** Copies a master. */
    SLAVE
}
