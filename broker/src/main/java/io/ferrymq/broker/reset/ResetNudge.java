package io.ferrymq.broker.reset;

import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.NotifyConsumerIdsChangedRequestHeader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Published clients let go of a queue ten seconds after they were told that it was reset, and look for their queues again only every 20 seconds. This
 * lets them look at once: they are told that the group's members have changed.
 */
public final class ResetNudge implements BiConsumer<Connection, String> {
    /** When they have let go (spec: client 36). */
    static final long AFTER_MS = 10_200;

    private final Timer timer;
    private final Predicate<String> isWanted;
    private final Set<Nudge> underWay = ConcurrentHashMap.newKeySet();

    private record Nudge(Connection connection, String group) {}

    /** Runs a task later. */
    @FunctionalInterface
    public interface Timer {
        /** Runs it once, so many milliseconds from now. */
        void in(long delayMs, Runnable task);
    }

    /** @param isWanted whether members of the group may be told of changes */
    public ResetNudge(Timer timer, Predicate<String> isWanted) {
        this.timer = timer;
        this.isWanted = isWanted;
    }

    @Override
    public void accept(Connection connection, String group) {
        Nudge nudge = new Nudge(connection, group);
        if (isWanted.test(group) && underWay.add(nudge)) {
            timer.in(AFTER_MS, () -> send(nudge));
        }
    }

    private void send(Nudge nudge) {
        underWay.remove(nudge);
        if (nudge.connection().isActive() && nudge.connection().isWritable()) {
            nudge.connection()
                    .oneway(Request.of(
                            RequestCode.NOTIFY_CONSUMER_IDS_CHANGED,
                            new NotifyConsumerIdsChangedRequestHeader(nudge.group())));
        }
    }
}
