package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;

/**
 * Brings the end of an asynchronous send to the application's callback. The permit is given back when that begins: results that wait for a slow
 * callback take memory like sends under way.
 */
final class AsyncOutcome extends Callbacks.Task implements SendOutcome {
    private final SendCore core;
    private final SendCallback callback;
    private final SendPermits permits;
    private final int weightBytes;
    private SendRun run;
    private SendResult result;
    private Throwable failure;

    /** @param weightBytes what was acquired of the permits */
    AsyncOutcome(SendCore core, SendCallback callback, SendPermits permits, int weightBytes) {
        this.core = core;
        this.callback = callback;
        this.permits = permits;
        this.weightBytes = weightBytes;
    }

    /** Before the run is started. */
    void of(SendRun ofRun) {
        run = ofRun;
    }

    @Override
    public void ended(SendResult endResult, Throwable endFailure) {
        result = endResult;
        failure = endFailure;
        Callbacks.run(core.callbacks(), this);
    }

    @Override
    void deliver() {
        permits.release(weightBytes);
        run.afterHooks(result, failure);
        if (failure == null) {
            callback.onSuccess(result);
        } else {
            callback.onException(failure);
        }
    }
}
