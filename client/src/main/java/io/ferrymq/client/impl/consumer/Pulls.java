package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.impl.calls.PullCalls;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import java.util.function.BiConsumer;

/** Pulls messages of one queue. */
@FunctionalInterface
interface Pulls {
    /**
     * Asks for messages.
     *
     * @param brokerId the replica to pull from; another one of the same name stands in for it
     * @param end takes the answer, whose bytes are there only while it runs, or the failure
     */
    void pull(MessageQueue queue, long brokerId, PullMessageRequestHeader header, BiConsumer<Answer, Throwable> end);

    /** @param fromSlave whether it came from one that may be behind */
    record Answer(PullCalls.Pulled pulled, boolean fromSlave) {}
}
