package io.ferrymq.store.engine;

import io.ferrymq.store.AppendResult.Refusal;
import io.ferrymq.store.AppendResult.Refused;
import io.ferrymq.store.log.AppendGate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the store takes messages.
 *
 * <pre>
 *   OPEN      -> DISK FULL, BROKEN, CLOSING
 *   DISK FULL -> OPEN (by itself), BROKEN, CLOSING     for either of two reasons: the limit of disk use, queues without space
 *   BROKEN    -> nothing but a new start: the disk refused to write what had been promised
 *   CLOSING   -> the end
 * </pre>
 */
final class StoreState implements AppendGate {
    private static final Logger LOG = LoggerFactory.getLogger(StoreState.class);

    private volatile Refused overLimit;
    private volatile Refused queuesBlocked;
    private volatile Refused last;

    @Override
    public Refused refusal() {
        Refused found = last;
        if (found == null) {
            found = overLimit;
        }
        return found != null ? found : queuesBlocked;
    }

    /** Why nothing is taken, null when the store is open. */
    String reason() {
        Refused now = refusal();
        return now == null ? null : now.text();
    }

    /** The disk is used beyond the limit; null when it no longer is. */
    void overLimit(String text) {
        overLimit = change(overLimit, text);
    }

    /** Entries of queues or index find no space; null when they do. */
    void queuesBlocked(String text) {
        queuesBlocked = change(queuesBlocked, text);
    }

    private static Refused change(Refused before, String text) {
        if (text == null) {
            if (before != null) {
                LOG.info("sends are taken again; before: {}", before.text());
            }
            return null;
        }
        if (before == null) {
            LOG.warn("sends are refused: {}", text);
        }
        return Refused.of(Refusal.DISK_FULL, text);
    }

    /** The disk refused a write that cannot be undone or repeated. */
    synchronized void broken(String text, Throwable cause) {
        if (!isBroken()) {
            LOG.error("the store takes no more messages: {}", text, cause);
            last = Refused.of(Refusal.NOT_WRITABLE, text + " (" + cause + "); restart the broker when it is mended");
        }
    }

    synchronized void closing() {
        if (!isBroken()) {
            last = Refused.of(Refusal.SHUTTING_DOWN, "the store is being closed");
        }
    }

    boolean isBroken() {
        Refused now = last;
        return now != null && now.reason() == Refusal.NOT_WRITABLE;
    }
}
