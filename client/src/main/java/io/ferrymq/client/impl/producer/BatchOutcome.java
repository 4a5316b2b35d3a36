package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;

/** Tells each sender of a batch how its message fared: one hand-over to the callbacks' threads for all of them. */
final class BatchOutcome implements SendOutcome {
    private final SendCore core;
    private final GatheredBatch batch;
    private final Runnable next;
    private final Runnable release;
    private SendRun run;

    /**
     * @param next what may be sent now
     * @param release gives the permits back, when the senders are being told: until then their results take memory
     */
    BatchOutcome(SendCore core, GatheredBatch batch, Runnable next, Runnable release) {
        this.core = core;
        this.batch = batch;
        this.next = next;
        this.release = release;
    }

    /** Before the run is started. */
    void of(SendRun ofRun) {
        run = ofRun;
    }

    @Override
    public void ended(SendResult result, Throwable failure) {
        next.run();
        if (batch.isCalledBack() || !core.hooks().isEmpty()) {
            Callbacks.run(core.callbacks(), () -> tell(result, failure));
        } else {
            tell(result, failure);
        }
    }

    private void tell(SendResult result, Throwable failure) {
        release.run();
        if (run != null) {
            run.afterHooks(result, failure);
        }
        BatchResults results = failure == null ? new BatchResults(result, batch.count()) : null;
        boolean interrupted = false;
        for (int i = 0; i < batch.count(); i++) {
            SendCallback callback = batch.callback(i);
            try {
                if (results == null) {
                    callback.onException(failure);
                } else {
                    callback.onSuccess(results.next(batch.uniqueId(i)));
                }
            } catch (Throwable e) {
                Callbacks.failed(e);
            }
            // What this callback did to its thread is not meant for the next one.
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
