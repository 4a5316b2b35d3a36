package io.ferrymq.distribution.admin;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Points in time as tables show them, in this machine's time zone. */
public final class HumanTime {
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss,SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    private HumanTime() {}

    /** Down to the second, or {@code N/A} when nothing has happened yet (0). */
    public static String seconds(long timeMs) {
        return timeMs <= 0 ? "N/A" : SECONDS.format(Instant.ofEpochMilli(timeMs));
    }

    /** Down to the millisecond, or an empty text when nothing has happened yet (0). */
    public static String millis(long timeMs) {
        return timeMs <= 0 ? "" : MILLIS.format(Instant.ofEpochMilli(timeMs));
    }
}
