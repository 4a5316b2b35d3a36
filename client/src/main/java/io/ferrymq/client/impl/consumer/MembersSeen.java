package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Whom each broker named last as the group's members. A broker that comes back names at first only those who were quicker than the others; were it
 * believed, they would take the others' queues and get again what those have consumed. So for a moment after the connection to it was lost an
 * answer that leaves somebody out is none.
 */
final class MembersSeen {
    /** Ours are back after 1 to 3 s; longer would leave the queues alone of who died with the broker. */
    static final long RETURN_MAX_MS = 5_000;

    private final Clock clock;
    private final Map<String, Seen> byBroker = new ConcurrentHashMap<>();

    /** @param waitUntilMs for those who are left out; {@link Long#MAX_VALUE} while the broker has not answered yet */
    private record Seen(List<String> members, long waitUntilMs) {}

    MembersSeen(Clock clock) {
        this.clock = clock;
    }

    /** A connection to these brokers, by name, has ended. */
    void disconnected(Predicate<String> brokers) {
        byBroker.replaceAll((broker, seen) -> brokers.test(broker) ? new Seen(seen.members(), Long.MAX_VALUE) : seen);
    }

    /** The broker names these. Returns who is left out and may be about to come back; when there is none, the answer counts. */
    Set<String> missing(String broker, List<String> members) {
        Set<String> missing = new LinkedHashSet<>();
        byBroker.compute(broker, (same, seen) -> {
            if (seen == null) {
                return new Seen(members, 0);
            }
            long nowMs = clock.nowMs();
            long untilMs = Math.min(seen.waitUntilMs(), nowMs + RETURN_MAX_MS);
            if (nowMs < untilMs) {
                missing.addAll(seen.members());
                members.forEach(missing::remove);
            }
            return new Seen(missing.isEmpty() ? members : seen.members(), untilMs);
        });
        return missing;
    }
}
