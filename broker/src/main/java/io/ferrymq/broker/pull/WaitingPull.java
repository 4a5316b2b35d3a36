package io.ferrymq.broker.pull;

import io.ferrymq.broker.pull.PullDecision.Granted;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A pull that waits for its message. It ends once: by a message, by its time, by an administrator, or with its connection; whoever
 * claims it first ends it.
 */
final class WaitingPull {
    private final RequestContext context;
    private final PullMessageRequestHeader header;
    private final Granted granted;
    private final AtomicBoolean claimed = new AtomicBoolean();

    // Links of the queue's list, guarded by that list.
    WaitingPull next;
    WaitingPull previous;

    // Set before the pull can be woken, read on its event loop only.
    WaiterList list;
    DeadlineBuckets.Bucket bucket;

    WaitingPull(RequestContext context, PullMessageRequestHeader header, Granted granted) {
        this.context = context;
        this.header = header;
        this.granted = granted;
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
        return claimed.compareAndSet(false, true);
    }

    /** Whether a message that the queue now has is one that this pull wants, as far as its tag says. */
    boolean wantsTag(long maxOffset, long tagsCode) {
        return maxOffset > header.queueOffset() && granted.filter().matchesTagsCode(tagsCode);
    }
}
