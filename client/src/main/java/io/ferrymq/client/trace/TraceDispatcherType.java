package io.ferrymq.client.trace;

/** Whose traces a dispatcher sends. */
public enum TraceDispatcherType {
    PRODUCER,
    CONSUMER
}
