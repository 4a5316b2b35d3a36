package io.ferrymq.store;

import java.util.List;

/**
 * Figures for the runtime info of administrators.
 *
 * @param dispatchBehindBytes what is in the log but not yet in queues and index
 * @param appendLockHeldMs for how long the append in progress holds the lock, 0 when none
 * @param appendLockHeldMaxMs longest hold since start
 * @param appendLatencyCounts appends by duration: bucket n counts those under 2^n microseconds
 * @param notWritableReason why the store takes no messages, null when it does
 */
public record StoreFacts(
        long minPhysicalOffset,
        long logEndOffset,
        long flushedOffset,
        long dispatchBehindBytes,
        long appendLockHeldMs,
        long appendLockHeldMaxMs,
        List<Long> appendLatencyCounts,
        long appendedMessages,
        long bootTimestampMs,
        String notWritableReason) {}
