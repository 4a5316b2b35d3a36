package io.ferrymq.remoting.protocol.body;

/** What a push consumer holds of one queue. The spelling of {@code droped} is that of the protocol. */
public record ProcessQueueInfo(
        long commitOffset,
        long cachedMsgMinOffset,
        long cachedMsgMaxOffset,
        int cachedMsgCount,
        int cachedMsgSizeInMiB,
        long transactionMsgMinOffset,
        long transactionMsgMaxOffset,
        int transactionMsgCount,
        boolean locked,
        long tryUnlockTimes,
        long lastLockTimestamp,
        boolean droped,
        long lastPullTimestamp,
        long lastConsumeTimestamp) {}
