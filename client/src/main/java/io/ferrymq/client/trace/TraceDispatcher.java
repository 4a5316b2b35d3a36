package io.ferrymq.client.trace;

import io.ferrymq.client.AccessChannel;
import io.ferrymq.client.exception.MQClientException;
import java.io.IOException;

/** Takes traces and sends them elsewhere, without making whoever traces wait. */
public interface TraceDispatcher {
    /** Whose traces it sends. */
    enum Type {
        PRODUCE,
        CONSUME
    }

    void start(String nameSrvAddr, AccessChannel accessChannel) throws MQClientException;

    /**
     * Takes a trace; never waits.
     *
     * @param ctx a {@link TraceContext}
     * @return false when there is no room: the trace is lost
     */
    boolean append(Object ctx);

    /** Sends what has been taken, and waits for it, a few seconds at most. */
    void flush() throws IOException;

    void shutdown();
}
