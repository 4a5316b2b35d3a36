package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.Copies;
import java.util.Set;

/** Answer to {@code LOCK_BATCH_MQ} (41): the queues that the client has now. */
public record LockBatchResponseBody(Set<MessageQueue> lockOKMQSet) {
    public LockBatchResponseBody {
        lockOKMQSet = Copies.queues(lockOKMQSet);
    }
}
