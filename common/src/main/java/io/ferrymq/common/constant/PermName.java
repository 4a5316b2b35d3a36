package io.ferrymq.common.constant;

/** Permission bits of topics and brokers. */
public final class PermName {
    public static final int INDEX_PERM_PRIORITY = 3;
    public static final int INDEX_PERM_READ = 2;
    public static final int INDEX_PERM_WRITE = 1;
    public static final int INDEX_PERM_INHERIT = 0;

    /** Internal; not a valid configuration value. */
    public static final int PERM_PRIORITY = 1 << INDEX_PERM_PRIORITY;

    public static final int PERM_READ = 1 << INDEX_PERM_READ;
    public static final int PERM_WRITE = 1 << INDEX_PERM_WRITE;

    /** New topics may take this one as their template. */
    public static final int PERM_INHERIT = 1 << INDEX_PERM_INHERIT;

    private PermName() {}

    /** Text form, {@code RWX} with a dash for each bit that is off; X is inherit. */
    public static String perm2String(int perm) {
        return (isReadable(perm) ? "R" : "-") + (isWriteable(perm) ? "W" : "-") + (isInherited(perm) ? "X" : "-");
    }

    public static boolean isReadable(int perm) {
        return (perm & PERM_READ) != 0;
    }

    public static boolean isWriteable(int perm) {
        return (perm & PERM_WRITE) != 0;
    }

    public static boolean isInherited(int perm) {
        return (perm & PERM_INHERIT) != 0;
    }

    public static boolean isPriority(int perm) {
        return (perm & PERM_PRIORITY) != 0;
    }

    public static boolean isAccessible(int perm) {
        return isReadable(perm) || isWriteable(perm);
    }

    /** The same of a number in a text; false for what is none. */
    public static boolean isValid(String perm) {
        return perm.matches("\\d{1,9}") && isValid(Integer.parseInt(perm));
    }

    /** Whether a configuration may name this value: 0 … 7. */
    public static boolean isValid(int perm) {
        return perm >= 0 && perm < PERM_PRIORITY;
    }
}
