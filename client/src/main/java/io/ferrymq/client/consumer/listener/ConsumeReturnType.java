package io.ferrymq.client.consumer.listener;

/** How a call of the listener ended, for hooks and traces. */
public enum ConsumeReturnType {
    SUCCESS,
    TIME_OUT,
    EXCEPTION,
    RETURNNULL,
    FAILED
}
