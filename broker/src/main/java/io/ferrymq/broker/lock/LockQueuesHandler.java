package io.ferrymq.broker.lock;

import io.ferrymq.common.Clock;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.LockBatchRequestBody;
import io.ferrymq.remoting.protocol.body.LockBatchResponseBody;
import io.netty.buffer.ByteBuf;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** {@code LOCK_BATCH_MQ} (41). */
public final class LockQueuesHandler implements RequestHandler<Void> {
    private final QueueLocks locks;
    private final Clock clock;
    private final Set<Connection> watched = ConcurrentHashMap.newKeySet();

    public LockQueuesHandler(QueueLocks locks, Clock clock) {
        this.locks = locks;
        this.clock = clock;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        LockBatchRequestBody wanted = Json.decode(body.nioBuffer(), LockBatchRequestBody.class);
        if (wanted.consumerGroup() == null || wanted.clientId() == null) {
            context.respond(ResponseCode.INVALID_PARAMETER, "consumerGroup and clientId are needed to lock queues");
            return;
        }
        Connection owner = context.connection();
        boolean bound = Boolean.TRUE.equals(wanted.ferrymqWithConnection());
        Set<MessageQueue> locked =
                locks.lock(wanted.consumerGroup(), wanted.clientId(), wanted.mqSet(), clock.nowMs(), owner, bound);
        if (watched.add(owner)) {
            owner.onClose(this::left);
        }
        context.respond(Response.success(Json.encode(new LockBatchResponseBody(locked))));
    }

    private void left(Connection owner) {
        watched.remove(owner);
        locks.left(owner, clock.nowMs());
    }
}
