package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;

/**
 * Brings the end of an asynchronous send to the application's callback. The permit is given back when that begins: results that wait for a slow
 * callback take memory like sends under way.
 */
final class AsyncOutcome implements SendOutcome {
    private final SendCore core;
    private final SendCallback callback;
    private final Runnable release;
    private SendRun run;

    AsyncOutcome(SendCore core, SendCallback callback, Runnable release) {
        this.core = core;
        this.callback = callback;
        this.release = release;
    }

    /** Before the run is started. */
    void of(SendRun ofRun) {
        run = ofRun;
    }

    @Override
    public void ended(SendResult result, Throwable failure) {
        Callbacks.run(core.callbacks(), () -> {
            release.run();
            run.afterHooks(result, failure);
            if (failure == null) {
                callback.onSuccess(result);
            } else {
                callback.onException(failure);
            }
        });
    }
}
