package io.ferrymq.broker.lock;

import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.body.UnlockBatchRequestBody;
import io.netty.buffer.ByteBuf;

/** {@code UNLOCK_BATCH_MQ} (42). */
public final class UnlockQueuesHandler implements RequestHandler<Void> {
    private final QueueLocks locks;

    public UnlockQueuesHandler(QueueLocks locks) {
        this.locks = locks;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        UnlockBatchRequestBody given = Json.decode(body.nioBuffer(), UnlockBatchRequestBody.class);
        if (given.consumerGroup() != null && given.clientId() != null) {
            locks.unlock(given.consumerGroup(), given.clientId(), given.mqSet());
        }
        context.respond(Response.success());
    }
}
