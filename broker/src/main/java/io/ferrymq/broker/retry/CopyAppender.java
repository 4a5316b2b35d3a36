package io.ferrymq.broker.retry;

import io.ferrymq.broker.replication.ReplicaPromise;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.store.AppendResult;
import io.ferrymq.store.AppendResult.Appended;
import io.ferrymq.store.AppendResult.Refused;
import io.ferrymq.store.Durability;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import java.util.function.UnaryOperator;

/**
 * Stores the copy of a message and answers when it is as safe as a sent one. The consumer moves on when it is told so, and with it
 * the only other trace of the message.
 */
public final class CopyAppender {
    private static final long DISK_WAIT_MAX_MS = 5_000;

    private final MessageStore store;
    private final UnaryOperator<MessageToStore> scheduling;
    private final boolean waitForDisk;
    private final ReplicaPromise replicas;

    /**
     * @param scheduling makes a message that asks for a delay wait
     * @param waitForDisk answers come when the copy is on disk
     * @param replicas and when slaves have it, where sends wait for them
     */
    public CopyAppender(
            MessageStore store,
            UnaryOperator<MessageToStore> scheduling,
            boolean waitForDisk,
            ReplicaPromise replicas) {
        this.store = store;
        this.scheduling = scheduling;
        this.waitForDisk = waitForDisk;
        this.replicas = replicas;
    }

    /** Answers when the copy is as safe as it has to be; false when it was refused. */
    boolean append(RequestContext context, MessageToStore copy) {
        AppendResult result = store.append(scheduling.apply(copy));
        if (result instanceof Refused refused) {
            context.respond(ResponseCode.SYSTEM_ERROR, refused.reason() + ": " + refused.text());
            return false;
        }
        store.dispatch();
        long end = ((Appended) result).logEndOffset();
        if (waitForDisk) {
            store.whenDurable(end, DISK_WAIT_MAX_MS, outcome -> answer(context, outcome, end));
        } else {
            answer(context, Durability.DURABLE, end);
        }
        return true;
    }

    // A slave that is late or not there does not turn the copy away: it is stored, and a second one would be a
    // duplicate.
    private void answer(RequestContext context, Durability outcome, long end) {
        if (outcome == Durability.DURABLE) {
            if (replicas.isGiven() && replicas.missing(end) == null) {
                replicas.whenReplicated(end, replicated -> context.respond(Response.success()));
            } else {
                context.respond(Response.success());
            }
        } else {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "the copy was stored but is not on disk after " + DISK_WAIT_MAX_MS + " ms: " + outcome);
        }
    }
}
