package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Who is in the group, whichever broker named them. A broker that comes back names at first only those who were quicker than the others; were it
 * believed, they would take the others' queues and get again what those have consumed. So for a moment after the connection to it was made an answer
 * that leaves somebody out is none. The members are not remembered for each broker, as the one that is back first may never have been asked before.
 */
final class MembersSeen {
    /** Ours are back after 1 to 3 s; longer would leave the queues alone of who died with the broker. */
    static final long RETURN_MAX_MS = 5_000;

    private final Clock clock;
    private final Map<String, Connected> brokers = new HashMap<>();
    private Set<String> members = Set.of();

    /** A broker for as long as the connection to it lasts. */
    private static final class Connected {
        private final Set<String> named = new HashSet<>();
        private long believedFromMs;

        private Connected(long nowMs) {
            believedFromMs = nowMs + RETURN_MAX_MS;
        }

        boolean isBelieved(long nowMs) {
            // A clock that was set back must not make it wait any longer.
            believedFromMs = Math.min(believedFromMs, nowMs + RETURN_MAX_MS);
            return nowMs >= believedFromMs;
        }
    }

    MembersSeen(Clock clock) {
        this.clock = clock;
    }

    /** A connection to this address was made: its broker may have forgotten the members. */
    synchronized void connected(String address) {
        brokers.put(address, new Connected(clock.nowMs()));
    }

    /** A connection to this address has ended; by now there may be a newer one, which then counts from the next answer on. */
    synchronized void disconnected(String address) {
        brokers.remove(address);
    }

    /** The broker at this address names these. Returns who is left out and may be about to come back; when there is none, the answer counts. */
    synchronized Set<String> missing(String address, Collection<String> named) {
        long nowMs = clock.nowMs();
        Connected broker = brokers.computeIfAbsent(address, same -> new Connected(nowMs));
        Set<String> missing = new LinkedHashSet<>();
        if (broker.isBelieved(nowMs)) {
            broker.named.clear();
        } else {
            missing.addAll(members);
            // Whom it knew on this very connection it has not forgotten: they have left.
            missing.removeAll(broker.named);
            named.forEach(missing::remove);
            broker.named.addAll(named);
        }
        members = new LinkedHashSet<>(missing);
        members.addAll(named);
        return missing;
    }
}
