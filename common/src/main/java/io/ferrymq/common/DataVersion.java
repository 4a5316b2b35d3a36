package io.ferrymq.common;

import java.util.Comparator;

/**
 * Which state of a table somebody has. Each change counts up; two tables are compared by state version, counter, time.
 *
 * @param stateVersion raised by a change of leadership; 0 without controllers
 * @param timestamp of the last change, in ms
 */
public record DataVersion(long stateVersion, long timestamp, long counter) implements Comparable<DataVersion> {
    private static final Comparator<DataVersion> ORDER = Comparator.comparingLong(DataVersion::stateVersion)
            .thenComparingLong(DataVersion::counter)
            .thenComparingLong(DataVersion::timestamp);

    /** The version of a table that nobody has changed yet. */
    public static DataVersion initial(long nowMs) {
        return new DataVersion(0, nowMs, 0);
    }

    /** The version after one more change. */
    public DataVersion next(long nowMs) {
        return new DataVersion(stateVersion, nowMs, counter + 1);
    }

    public boolean isNewerThan(DataVersion other) {
        return compareTo(other) > 0;
    }

    @Override
    public int compareTo(DataVersion other) {
        return ORDER.compare(this, other);
    }
}
