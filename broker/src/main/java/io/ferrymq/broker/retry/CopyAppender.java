package io.ferrymq.broker.retry;

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

    /**
     * @param scheduling makes a message that asks for a delay wait
     * @param waitForDisk answers come when the copy is on disk
     */
    public CopyAppender(MessageStore store, UnaryOperator<MessageToStore> scheduling, boolean waitForDisk) {
        this.store = store;
        this.scheduling = scheduling;
        this.waitForDisk = waitForDisk;
    }

    void append(RequestContext context, MessageToStore copy) {
        AppendResult result = store.append(scheduling.apply(copy));
        if (result instanceof Refused refused) {
            context.respond(ResponseCode.SYSTEM_ERROR, refused.reason() + ": " + refused.text());
            return;
        }
        store.dispatch();
        if (waitForDisk) {
            long end = ((Appended) result).logEndOffset();
            store.whenDurable(end, DISK_WAIT_MAX_MS, outcome -> answer(context, outcome));
        } else {
            context.respond(Response.success());
        }
    }

    private static void answer(RequestContext context, Durability outcome) {
        if (outcome == Durability.DURABLE) {
            context.respond(Response.success());
        } else {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "the copy was stored but is not on disk after " + DISK_WAIT_MAX_MS + " ms: " + outcome);
        }
    }
}
