package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.exception.MQClientException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits at the start and the end of a consumer, on the application's thread: what is not done in time goes on by itself. */
final class Waiting {
    private static final Logger LOG = LoggerFactory.getLogger(Waiting.class);

    private Waiting() {}

    static void atMost(long maxMs, CompletableFuture<?> future, Group group) {
        try {
            future.get(maxMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn(
                    "group {}: a nameserver or broker has not answered within {} ms; what it was asked goes on by"
                            + " itself",
                    group.name(),
                    maxMs);
        } catch (ExecutionException e) {
            LOG.warn("group {}: not everything could be done: {}", group.name(), Failures.text(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The same at a consumer's end: an interrupt does not cut it short, as what is not written then would be lost. */
    static void atEnd(long maxMs, CompletableFuture<?> future, Group group) {
        boolean interrupted = Thread.interrupted();
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(maxMs);
        atMost(maxMs, future, group);
        while (Thread.interrupted()) {
            interrupted = true;
            atMost(TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime()), future, group);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** @param what is asked for, for the failure's text */
    static <T> T forAnswer(long maxMs, CompletableFuture<T> answer, String what) throws MQClientException {
        try {
            return answer.get(maxMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new MQClientException("no answer to the question for " + what + " within " + maxMs + " ms", e);
        } catch (ExecutionException e) {
            throw new MQClientException("the question for " + what + " failed: " + Failures.text(e), Failures.cause(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MQClientException("interrupted while asking for " + what, e);
        }
    }
}
