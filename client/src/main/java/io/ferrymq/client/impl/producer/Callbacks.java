package io.ferrymq.client.impl.producer;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the application's callbacks: its failures are its own. */
final class Callbacks {
    private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

    private Callbacks() {}

    static void run(Executor executor, Runnable callback) {
        try {
            executor.execute(() -> runHere(callback));
        } catch (RejectedExecutionException e) {
            // The executor is full or has ended: late is better than never.
            runHere(callback);
        }
    }

    private static void runHere(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException e) {
            LOG.warn("a SendCallback of the application failed", e);
        }
    }
}
