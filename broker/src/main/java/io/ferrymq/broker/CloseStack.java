package io.ferrymq.broker;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was started, in order; closed from the last to the first, each even when another one fails. */
final class CloseStack implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CloseStack.class);

    private final Deque<Step> steps = new ArrayDeque<>();

    private record Step(String name, AutoCloseable closeable) {}

    /** @param name for the log, when closing fails */
    <T extends AutoCloseable> T add(String name, T closeable) {
        steps.push(new Step(name, closeable));
        return closeable;
    }

    @Override
    public void close() {
        while (!steps.isEmpty()) {
            Step step = steps.pop();
            try {
                step.closeable().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                LOG.error("{} did not close cleanly", step.name(), e);
            }
        }
    }
}
