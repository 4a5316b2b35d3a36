package io.ferrymq.client.impl.consumer;

import io.ferrymq.common.Clock;
import java.util.concurrent.Executor;

/**
 * What opening and giving away a queue takes.
 *
 * @param coordinator the thread that changes assignments
 * @param rebalance shares the queues out again, soon
 * @param leaseLifeMs how long an ordered queue may be kept from its next owner while a listener runs
 */
record AssignmentTools(
        HandOver handOver,
        StartOffset startOffset,
        ConsumeService service,
        QueueLease lease,
        long leaseLifeMs,
        PullEnvironment pulling,
        Complaints complaints,
        Clock clock,
        Executor coordinator,
        Timer timer,
        Runnable rebalance) {}
