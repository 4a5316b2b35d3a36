package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.impl.calls.PullCalls;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import java.util.concurrent.CompletableFuture;

/** Pulls messages of one queue. */
@FunctionalInterface
interface Pulls {
    /** @param brokerId the replica to pull from; another one of the same name stands in for it */
    CompletableFuture<Answer> pull(MessageQueue queue, long brokerId, PullMessageRequestHeader header);

    /** @param fromSlave whether it came from one that may be behind */
    record Answer(PullCalls.Pulled pulled, boolean fromSlave) {}
}
