package io.ferrymq.broker.pull;

import io.ferrymq.broker.pull.PullDecision.Granted;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A pull that waits for its message. It ends once: by a message, by its time, by an administrator, or with its connection; whoever
 * claims it first ends it.
 */
final class WaitingPull {
    private static final VarHandle CLAIMED;

    static {
        try {
            CLAIMED = MethodHandles.lookup().findVarHandle(WaitingPull.class, "claimed", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RequestContext context;
    private final PullMessageRequestHeader header;
    private final Granted granted;
    private final boolean onlyOne;

    @SuppressWarnings("unused") // through CLAIMED
    private volatile boolean claimed;

    // Links of the queue's list, guarded by that list.
    WaitingPull next;
    WaitingPull previous;

    // Set before the pull can be woken, read on its event loop only.
    WaiterList list;

    // Links of the bucket of its deadline, on its event loop only.
    DeadlineBuckets.Bucket bucket;
    WaitingPull dueBefore;
    WaitingPull dueAfter;

    /** @param onlyOne whether its client has one pull for a queue: an older one that still waits was given up there */
    WaitingPull(RequestContext context, PullMessageRequestHeader header, Granted granted, boolean onlyOne) {
        this.context = context;
        this.header = header;
        this.granted = granted;
        this.onlyOne = onlyOne;
    }

    RequestContext context() {
        return context;
    }

    PullMessageRequestHeader header() {
        return header;
    }

    Granted granted() {
        return granted;
    }

    /** True for one caller, who must see it through. */
    boolean claim() {
        return CLAIMED.compareAndSet(this, false, true);
    }

    /** Whether a message that the queue now has is one that this pull wants, as far as its tag says. */
    boolean wantsTag(long maxOffset, long tagsCode) {
        return maxOffset > header.queueOffset() && granted.filter().matchesTagsCode(tagsCode);
    }

    /** As keys of one connection's pulls: for the same group and queue there is one, where clients have no more. */
    @Override
    public boolean equals(Object other) {
        return this == other
                || (onlyOne
                        && other instanceof WaitingPull that
                        && that.onlyOne
                        && header.queueId() == that.header.queueId()
                        && header.topic().equals(that.header.topic())
                        && header.consumerGroup().equals(that.header.consumerGroup()));
    }

    @Override
    public int hashCode() {
        return onlyOne
                ? (header.consumerGroup().hashCode() * 31 + header.topic().hashCode()) * 31 + header.queueId()
                : System.identityHashCode(this);
    }
}
