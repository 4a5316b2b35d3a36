package io.ferrymq.distribution.admin;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** Points in time as options of commands have them, in this machine's time zone. */
public final class Times {
    /** For the help texts of options that take a time. */
    public static final String FORMS = "now, milliseconds since 1970, or yyyy-MM-dd#HH:mm:ss:SSS";

    private static final DateTimeFormatter TYPED =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'#'HH:mm:ss:SSS", Locale.ROOT);

    private Times() {}

    /**
     * Reads a time in one of the {@link #FORMS}.
     *
     * @throws CommandFailed when it has none of these forms
     */
    public static long parse(String text, long nowMs) throws CommandFailed {
        String trimmed = text.trim();
        if (trimmed.equalsIgnoreCase("now")) {
            return nowMs;
        }
        try {
            return trimmed.contains("#")
                    ? LocalDateTime.parse(trimmed, TYPED)
                            .atZone(ZoneId.systemDefault())
                            .toInstant()
                            .toEpochMilli()
                    : Long.parseLong(trimmed);
        } catch (NumberFormatException | DateTimeParseException e) {
            throw new CommandFailed("'" + text + "' is no time: write " + FORMS, e);
        }
    }
}
