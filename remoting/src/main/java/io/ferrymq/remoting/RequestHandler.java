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
}
