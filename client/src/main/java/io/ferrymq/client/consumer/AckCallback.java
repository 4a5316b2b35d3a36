package io.ferrymq.client.consumer;

/** Hears how telling a broker ended that a popped message is consumed. A type of applications: this version does not pop. */
public interface AckCallback {
    void onSuccess(AckResult ackResult);

    void onException(Throwable e);
}
