package io.ferrymq.client.producer;

/** Hears how an asynchronous send ended: one of the two is called, once. */
public interface SendCallback {
    void onSuccess(SendResult sendResult);

    void onException(Throwable e);
}
