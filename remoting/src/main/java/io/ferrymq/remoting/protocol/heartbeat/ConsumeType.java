package io.ferrymq.remoting.protocol.heartbeat;

/** How a consumer gets its messages. */
public enum ConsumeType {
    /** The application pulls. */
    CONSUME_ACTIVELY,
    /** The client pulls for the application and calls it. */
    CONSUME_PASSIVELY,
    /** The broker hands messages out one by one. */
    CONSUME_POP
}
