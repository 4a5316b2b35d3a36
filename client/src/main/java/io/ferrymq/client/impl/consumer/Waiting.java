package io.ferrymq.client.impl.consumer;

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
        } catch (TimeoutException | ExecutionException e) {
            LOG.warn("group {}: not everything was answered within {} ms", group.name(), maxMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
