package io.ferrymq.client.impl.factory;

import io.ferrymq.common.message.Message;
import io.ferrymq.remoting.exception.RemotingTooMuchRequestException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests of one client that wait for their reply, by correlation id. */
public final class ReplyTable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyTable.class);
    private static final int WAITING_MAX = 65_535;

    private final Map<String, CompletableFuture<Message>> waiting = new ConcurrentHashMap<>();

    /**
     * Waits for the reply of this id; ends with the future, however that ends.
     *
     * @throws RemotingTooMuchRequestException when too many wait already
     */
    public void await(String correlationId, CompletableFuture<Message> reply) throws RemotingTooMuchRequestException {
        if (waiting.size() >= WAITING_MAX) {
            throw new RemotingTooMuchRequestException(
                    waiting.size() + " requests of this client wait for their reply, the limit is " + WAITING_MAX);
        }
        waiting.put(correlationId, reply);
        reply.whenComplete((message, failure) -> waiting.remove(correlationId, reply));
    }

    /** A reply came. */
    void complete(String correlationId, Message reply) {
        CompletableFuture<Message> request = correlationId == null ? null : waiting.get(correlationId);
        if (request == null || !request.complete(reply)) {
            LOG.info("a reply came that nobody waits for any more, its correlation id is {}", correlationId);
        }
    }
}
