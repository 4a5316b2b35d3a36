package io.ferrymq.client.impl.consumer;

/** Runs things later, on the consumer's coordinator thread; after the consumer's end not at all. */
interface Timer {
    void after(long delayMs, Runnable task);
}
