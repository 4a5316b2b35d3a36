package io.ferrymq.remoting.protocol;

/**
 * The {@code version} number in each command: the ordinal of a RocketMQ release. Releases follow {@code 4.a.b → 213 + 20a + 2b} and
 * {@code 5.a.b → 413 + 20a + 2b}; the snapshot of a release is one less. A process that never set its version sends 0.
 */
public final class ProtocolVersion {
    /** What we report: 5.3.3, whose wire behaviour ours is. */
    public static final int CURRENT = 479;

    /** From here on (3.0.7 snapshot) a client understands pushed offsets and answers status queries. */
    public static final int RESET_OFFSET_PUSH_MIN = 28;
    /** From here on (3.0.11) a broker registers with the list of its filter servers around the topics. */
    public static final int REGISTER_BODY_MIN = 37;
    /** From here on (3.1.8 snapshot) a consumer answers running info and direct consumption. */
    public static final int CONSUMER_RUNNING_INFO_MIN = 62;
    /** From here on (3.4.9) the broker honours the client's limit of deliveries. */
    public static final int MAX_RECONSUME_TIMES_MIN = 121;
    /** From here on (4.1.0 snapshot) a broker may serve SQL filters. */
    public static final int SQL_FILTER_MIN = 232;
    /** From here on (4.9.0) a Java peer is known to read the binary header form. */
    public static final int BINARY_HEADER_MIN = 393;
    /** From here on (4.9.4) a client reads routes with quoted keys. */
    public static final int STANDARD_JSON_ROUTE_MIN = 401;
    /** From here on (5.0.0) a compressed registration ends with the static topic section. */
    public static final int REGISTER_STATIC_TOPICS_MIN = 413;
    /** Above this (5.3.1) a client re-sends what is answered with GO_AWAY. */
    public static final int GO_AWAY_ABOVE = 475;

    private static final int FIRST_4 = 213;
    private static final int FIRST_5 = 413;
    private static final int HIGHER = 612;
    /** Ten releases per minor version since 4.0, each with its snapshot. */
    private static final int PER_MINOR = 20;
    /** Where each minor version of 3.x would have its release 0; from 3.3 on the counting of each starts at 1. */
    private static final int[] FIRST_3 = {15, 47, 67, 85, 103, 121, 139, 157, 175, 193};

    private ProtocolVersion() {}

    /** The constant's name as tools print it: {@code V4_9_7}, {@code V5_0_0_SNAPSHOT}, {@code HIGHER_VERSION}. */
    public static String describe(int version) {
        if (version >= HIGHER) {
            return "HIGHER_VERSION";
        }
        // Releases are odd, the snapshot of a release is the even number before it.
        String suffix = (version & 1) == 0 ? "_SNAPSHOT" : "";
        int release = Math.max(version | 1, FIRST_3[0]);
        if (release >= FIRST_5) {
            return name(5, (release - FIRST_5) / PER_MINOR, (release - FIRST_5) % PER_MINOR) + suffix;
        }
        if (release >= FIRST_4) {
            return name(4, (release - FIRST_4) / PER_MINOR, (release - FIRST_4) % PER_MINOR) + suffix;
        }
        int minor = FIRST_3.length - 1;
        while (release < FIRST_3[minor] + (minor >= 3 ? 2 : 0)) {
            minor--;
        }
        return name(3, minor, release - FIRST_3[minor]) + suffix;
    }

    private static String name(int major, int minor, int twicePatch) {
        return "V" + major + "_" + minor + "_" + twicePatch / 2;
    }
}
