package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.SendResult;

/** Told how a send ended, once; on an event loop, must not block. */
interface SendOutcome {
    /** @param failure null exactly when there is a result */
    void ended(SendResult result, Throwable failure);
}
