package io.ferrymq.broker.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the members of a group that they are others now: at once of the first change, and together of those that follow within a moment. So a
 * hundred members that start at a time hear of it a few times, not a hundred times each.
 */
final class ChangeNotices {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeNotices.class);
    private static final long REST_MS = 100;

    private final ScheduledExecutorService timer;
    private final Consumer<String> tell;
    /** Groups that were told a moment ago; true for those with a change since. */
    private final Map<String, Boolean> resting = new ConcurrentHashMap<>();

    /** @param tell told a group's name */
    ChangeNotices(ScheduledExecutorService timer, Consumer<String> tell) {
        this.timer = timer;
        this.tell = tell;
    }

    void changed(String group) {
        boolean rests = resting.compute(group, (name, known) -> known != null);
        if (!rests) {
            tellAndRest(group);
        }
    }

    private void tellAndRest(String group) {
        tell.accept(group);
        try {
            timer.schedule(() -> rested(group), REST_MS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException ending) {
            resting.remove(group);
            LOG.debug("the broker ends: changes of group {} are told no more", group);
        }
    }

    private void rested(String group) {
        Boolean again = resting.computeIfPresent(group, (name, changed) -> changed ? Boolean.FALSE : null);
        if (again != null) {
            tellAndRest(group);
        }
    }
}
