package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the application's callbacks: its failures are its own. */
final class Callbacks {
    private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

    private static final ThreadLocal<Boolean> RUNNING = new ThreadLocal<>();

    /** Of those who do not want to know. */
    private static final SendCallback NONE = new SendCallback() {
        @Override
        public void onSuccess(SendResult sendResult) {
            // Nobody asked.
        }

        @Override
        public void onException(Throwable e) {
            LOG.debug("a send without a callback failed", e);
        }
    };

    private Callbacks() {}

    /** RocketMQ's producers take null for a callback, and applications give it. */
    static SendCallback orNone(SendCallback callback) {
        return callback == null ? NONE : callback;
    }

    /** Whether this thread runs a callback now. */
    static boolean isRunningHere() {
        return RUNNING.get() != null;
    }

    static void run(Executor executor, Runnable callback) {
        try {
            executor.execute(() -> runHere(callback));
        } catch (RejectedExecutionException e) {
            // The executor is full or has ended: late is better than never.
            runHere(callback);
        }
    }

    private static void runHere(Runnable callback) {
        boolean outermost = RUNNING.get() == null;
        if (outermost) {
            RUNNING.set(true);
        }
        try {
            callback.run();
        } catch (RuntimeException e) {
            failed(e);
        } finally {
            if (outermost) {
                RUNNING.remove();
            }
        }
    }

    static void failed(RuntimeException e) {
        LOG.warn("a SendCallback of the application failed", e);
    }
}
