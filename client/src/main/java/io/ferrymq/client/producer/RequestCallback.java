package io.ferrymq.client.producer;

import io.ferrymq.common.message.Message;

/** Told how a request ended: exactly one of the two methods is called, once. */
public interface RequestCallback {
    /** The reply came. */
    void onSuccess(Message message);

    /** No reply came in time ({@link io.ferrymq.client.exception.RequestTimeoutException}), or the request could not be sent. */
    void onException(Throwable e);
}
