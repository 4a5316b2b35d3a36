package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.LockBatchRequestBody;
import io.ferrymq.remoting.protocol.body.LockBatchResponseBody;
import io.ferrymq.remoting.protocol.body.UnlockBatchRequestBody;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Locks queues at their masters. */
final class BrokerLocks implements LockCalls {
    private static final long TIMEOUT_MS = 1_000;

    private final Group group;
    private final BrokerLine brokers;

    BrokerLocks(Group group, BrokerLine brokers) {
        this.group = group;
        this.brokers = brokers;
    }

    @Override
    public CompletableFuture<Set<MessageQueue>> lock(String brokerName, Set<MessageQueue> queues) {
        LockBatchRequestBody body = new LockBatchRequestBody(group.name(), group.clientId(), false, queues, true);
        return brokers.askMaster(brokerName, Request.of(RequestCode.LOCK_BATCH_MQ, Json.encode(body)), TIMEOUT_MS)
                .thenApply(reply ->
                        Json.decode(reply.body(), LockBatchResponseBody.class).lockOKMQSet());
    }

    @Override
    public CompletableFuture<Void> unlock(String brokerName, Set<MessageQueue> queues) {
        UnlockBatchRequestBody body = new UnlockBatchRequestBody(group.name(), group.clientId(), false, queues);
        return brokers.askMaster(brokerName, Request.of(RequestCode.UNLOCK_BATCH_MQ, Json.encode(body)), TIMEOUT_MS)
                .handle((reply, failure) -> null);
    }
}
