package io.ferrymq.client.impl.consumer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a consumer, once for all who ask for it: they return when it has come. Who asks in a call that the end waits for, a listener's, would wait
 * for itself: there the end goes on by itself as soon as it has begun.
 */
public final class Ending {
    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<Void> come = new CompletableFuture<>();

    /**
     * @param group whose consumer ends
     * @param inOwnCall whether this thread is one that the end waits for
     * @param end run once, by whoever asks first
     */
    public void run(String group, boolean inOwnCall, Runnable end) {
        boolean first = begun.compareAndSet(false, true);
        if (inOwnCall) {
            LOG.info(
                    "group {}: shutdown() is called by one of the consumer's own threads and does not wait for it; the"
                            + " consumer ends when the call has returned",
                    group);
        }
        if (first && inOwnCall) {
            // No daemon: what the end still writes must not be lost because the program has nothing else to do.
            new Thread(() -> come(end), "ConsumerEnd_" + group).start();
        } else if (first) {
            come(end);
        } else if (!inOwnCall) {
            come.join();
        }
    }

    private void come(Runnable end) {
        try {
            end.run();
        } finally {
            come.complete(null);
        }
    }
}
