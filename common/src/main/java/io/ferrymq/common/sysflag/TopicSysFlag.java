package io.ferrymq.common.sysflag;

/** Bits of a topic's {@code topicSysFlag}. */
public final class TopicSysFlag {
    public static final int FLAG_UNIT = 0x1;
    public static final int FLAG_UNIT_SUB = 0x2;

    private TopicSysFlag() {}

    public static int buildSysFlag(boolean unit, boolean hasUnitSub) {
        return (unit ? FLAG_UNIT : 0) | (hasUnitSub ? FLAG_UNIT_SUB : 0);
    }

    public static int setUnitFlag(int sysFlag) {
        return sysFlag | FLAG_UNIT;
    }

    public static int clearUnitFlag(int sysFlag) {
        return sysFlag & ~FLAG_UNIT;
    }

    public static boolean hasUnitFlag(int sysFlag) {
        return (sysFlag & FLAG_UNIT) != 0;
    }

    public static int setUnitSubFlag(int sysFlag) {
        return sysFlag | FLAG_UNIT_SUB;
    }

    public static int clearUnitSubFlag(int sysFlag) {
        return sysFlag & ~FLAG_UNIT_SUB;
    }

    public static boolean hasUnitSubFlag(int sysFlag) {
        return (sysFlag & FLAG_UNIT_SUB) != 0;
    }
}
