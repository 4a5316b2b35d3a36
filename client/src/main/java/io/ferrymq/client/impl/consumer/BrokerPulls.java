package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.impl.calls.PullCalls;
import io.ferrymq.client.impl.factory.BrokerAddress;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/** Pulls from brokers; the broker holds the answer back until there is a message or the time is over. */
final class BrokerPulls implements Pulls {
    static final long SUSPEND_MS = 15_000;
    static final long TIMEOUT_MS = 30_000;

    private final BrokerLine brokers;
    private final PullCalls calls;
    private final LongSupplier timeoutMs;

    /** @param timeoutMs of a call: longer than a broker may hold the answer back */
    BrokerPulls(BrokerLine brokers, PullCalls calls, LongSupplier timeoutMs) {
        this.brokers = brokers;
        this.calls = calls;
        this.timeoutMs = timeoutMs;
    }

    @Override
    public void pull(
            MessageQueue queue, long brokerId, PullMessageRequestHeader header, BiConsumer<Answer, Throwable> end) {
        BrokerAddress broker = brokers.find(queue.getBrokerName(), brokerId);
        if (broker == null) {
            end.accept(null, BrokerLine.notKnown(queue.getBrokerName()));
            return;
        }
        boolean slave = broker.slave();
        calls.pull(
                broker.address(),
                slave ? withoutCommit(header) : header,
                timeoutMs.getAsLong(),
                (pulled, failure) -> end.accept(pulled == null ? null : new Answer(pulled, slave), failure));
    }

    // Positions are written to masters only.
    private static PullMessageRequestHeader withoutCommit(PullMessageRequestHeader header) {
        return new PullMessageRequestHeader(
                header.consumerGroup(),
                header.topic(),
                header.queueId(),
                header.queueOffset(),
                header.maxMsgNums(),
                PullSysFlag.clearCommitOffsetFlag(header.sysFlag()),
                0,
                header.suspendTimeoutMillis(),
                header.subscription(),
                header.subVersion(),
                header.expressionType(),
                header.maxMsgBytes(),
                header.requestSource(),
                header.proxyFrowardClientId(),
                header.bname());
    }
}
