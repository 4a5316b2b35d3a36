package io.ferrymq.client.consumer;

/** Hears how an asynchronous pull ended: one of the two is called, once, on a thread for the application's callbacks. */
public interface PullCallback {
    void onSuccess(PullResult pullResult);

    /** @param e a {@code MQBrokerException} when the broker refused, else why it could not be asked */
    void onException(Throwable e);
}
