package io.ferrymq.client;

/** Where the brokers run: decides topic and form of traces. */
public enum AccessChannel {
    LOCAL,
    CLOUD
}
