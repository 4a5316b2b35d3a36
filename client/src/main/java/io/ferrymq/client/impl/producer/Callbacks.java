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

    /** How many callbacks a thread is inside of: one can end a send whose callback runs in it. */
    private static final ThreadLocal<Depth> DEPTH = ThreadLocal.withInitial(Depth::new);

    private static final class Depth {
        private int callbacks;
    }

    /** Work for the application's threads. */
    abstract static class Task implements Runnable {
        /** Calls the application. */
        abstract void deliver();

        @Override
        public final void run() {
            Depth depth = DEPTH.get();
            depth.callbacks++;
            try {
                deliver();
            } catch (Throwable e) { // checked exceptions, too, which other languages throw undeclared
                failed(e);
            } finally {
                depth.callbacks--;
            }
        }
    }

    private static final class Plain extends Task {
        private final Runnable callback;

        Plain(Runnable callback) {
            this.callback = callback;
        }

        @Override
        void deliver() {
            callback.run();
        }
    }

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
        return DEPTH.get().callbacks > 0;
    }

    static void run(Executor executor, Runnable callback) {
        run(executor, new Plain(callback));
    }

    static void run(Executor executor, Task task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // The executor is full or has ended: late is better than never.
            task.run();
        }
    }

    static void failed(Throwable e) {
        LOG.warn("a SendCallback of the application failed", e);
    }
}
