package io.ferrymq.client.consumer;

/** Hears how a pop ended. A type of applications: this version does not pop. */
public interface PopCallback {
    void onSuccess(PopResult popResult);

    void onException(Throwable e);
}
