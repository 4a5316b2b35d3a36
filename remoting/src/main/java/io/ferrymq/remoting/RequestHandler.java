package io.ferrymq.remoting;

import io.netty.buffer.ByteBuf;

/**
 * Serves one request code.
 *
 * @param <H> the record of the request's header
 */
public interface RequestHandler<H> {
    /**
     * Serves one request and sees to it that {@link RequestContext#respond} is called once, now or later, from any thread. What it throws is
     * answered as SYSTEM_ERROR.
     *
     * <p>Runs on the event loop that read the bytes, where it must not block, unless registered with an executor.
     *
     * @param body the body, perhaps empty; valid during the call only
     * @throws Exception answered as SYSTEM_ERROR with the exception's text
     */
    void handle(RequestContext context, H header, ByteBuf body) throws Exception;

    /**
     * Serves a request that needs no more than a look, before it is handed to the executor the handler is registered with. Runs on the event
     * loop, must not block and must not throw. Nothing is served so unless a handler says how.
     *
     * @param body the body, perhaps empty, not to be moved in; valid during the call only
     * @return whether the request was answered; when not, {@link #handle} is called by the executor
     */
    default boolean handleAtOnce(RequestContext context, H header, ByteBuf body) {
        return false;
    }
}
