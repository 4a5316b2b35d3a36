package io.ferrymq.common.subscription;

import java.util.List;

/**
 * When a failed message comes again, for consumers behind a proxy. Component names are JSON member names; a policy that is
 * null stands for the default one of its type.
 */
public record GroupRetryPolicy(
        Type type, CustomizedRetryPolicy customizedRetryPolicy, ExponentialRetryPolicy exponentialRetryPolicy) {
    /** The default: the delays of the built-in table. */
    public static final GroupRetryPolicy CUSTOMIZED = new GroupRetryPolicy(Type.CUSTOMIZED, null, null);

    public GroupRetryPolicy {
        type = type == null ? Type.CUSTOMIZED : type;
    }

    /** How delays are found. */
    public enum Type {
        CUSTOMIZED,
        EXPONENTIAL
    }

    /** One delay in ms for each attempt; the last one is used for all further attempts. */
    public record CustomizedRetryPolicy(List<Long> next) {
        public static final CustomizedRetryPolicy DEFAULT = new CustomizedRetryPolicy(List.of(
                1_000L,
                5_000L,
                10_000L,
                30_000L,
                60_000L,
                120_000L,
                180_000L,
                240_000L,
                300_000L,
                360_000L,
                420_000L,
                480_000L,
                540_000L,
                600_000L,
                1_200_000L,
                1_800_000L,
                3_600_000L,
                7_200_000L));

        public CustomizedRetryPolicy {
            next = next == null ? DEFAULT.next : List.copyOf(next);
        }
    }

    /** Delays in ms that grow by a factor from the initial one up to the greatest one; 0 or less takes the default. */
    public record ExponentialRetryPolicy(long initial, long max, long multiplier) {
        public static final ExponentialRetryPolicy DEFAULT = new ExponentialRetryPolicy(5_000, 7_200_000, 2);

        public ExponentialRetryPolicy {
            initial = initial <= 0 ? 5_000 : initial;
            max = max <= 0 ? 7_200_000 : max;
            multiplier = multiplier <= 0 ? 2 : multiplier;
        }
    }
}
