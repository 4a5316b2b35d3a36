package io.ferrymq.common.sysflag;

/** Bits of a pull request's {@code sysFlag}. */
public final class PullSysFlag {
    public static final int FLAG_COMMIT_OFFSET = 0x1;
    public static final int FLAG_SUSPEND = 0x2;
    public static final int FLAG_SUBSCRIPTION = 0x4;
    public static final int FLAG_CLASS_FILTER = 0x8;
    public static final int FLAG_LITE_PULL_MESSAGE = 0x10;

    /**
     * Of FerryMQ, ignored by others: the position that comes along only tells how far the consumer has got and never takes the group back, and the
     * consumer wants to hear when another member has gone on in the queue.
     */
    public static final int FLAG_FORWARD = 0x100_0000;

    private PullSysFlag() {}

    public static int buildSysFlag(boolean commitOffset, boolean suspend, boolean subscription, boolean classFilter) {
        return (commitOffset ? FLAG_COMMIT_OFFSET : 0)
                | (suspend ? FLAG_SUSPEND : 0)
                | (subscription ? FLAG_SUBSCRIPTION : 0)
                | (classFilter ? FLAG_CLASS_FILTER : 0);
    }

    public static int buildSysFlag(
            boolean commitOffset, boolean suspend, boolean subscription, boolean classFilter, boolean litePull) {
        return buildSysFlag(commitOffset, suspend, subscription, classFilter) | (litePull ? FLAG_LITE_PULL_MESSAGE : 0);
    }

    public static int clearCommitOffsetFlag(int sysFlag) {
        return sysFlag & ~FLAG_COMMIT_OFFSET;
    }

    public static int clearSuspendFlag(int sysFlag) {
        return sysFlag & ~FLAG_SUSPEND;
    }

    public static boolean hasCommitOffsetFlag(int sysFlag) {
        return (sysFlag & FLAG_COMMIT_OFFSET) != 0;
    }

    public static boolean hasForwardFlag(int sysFlag) {
        return (sysFlag & FLAG_FORWARD) != 0;
    }

    public static boolean hasSuspendFlag(int sysFlag) {
        return (sysFlag & FLAG_SUSPEND) != 0;
    }

    public static boolean hasSubscriptionFlag(int sysFlag) {
        return (sysFlag & FLAG_SUBSCRIPTION) != 0;
    }

    public static boolean hasClassFilterFlag(int sysFlag) {
        return (sysFlag & FLAG_CLASS_FILTER) != 0;
    }

    public static boolean hasLitePullFlag(int sysFlag) {
        return (sysFlag & FLAG_LITE_PULL_MESSAGE) != 0;
    }
}
