package io.ferrymq.common.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One setting, declared once: its key, type, default, allowed values, one sentence of documentation, and whether a change
 * takes effect at run time or after a restart. Immutable; {@code doc}, {@code dynamic} … give changed copies.
 */
public final class ConfigKey<T> {
    private static final Pattern LIST_SEPARATORS = Pattern.compile("[;,]");

    private final String name;
    private final ValueType<T> type;
    private final T defaultValue;
    private final String doc;
    private final boolean dynamic;
    private final List<String> aliases;

    private ConfigKey(
            String name, ValueType<T> type, T defaultValue, String doc, boolean dynamic, List<String> aliases) {
        this.name = name;
        this.type = type;
        this.defaultValue = defaultValue;
        this.doc = doc;
        this.dynamic = dynamic;
        this.aliases = List.copyOf(aliases);
    }

    private static <T> ConfigKey<T> of(String name, ValueType<T> type, T defaultValue) {
        Objects.requireNonNull(defaultValue, name);
        if (type.parse(type.format(defaultValue)) == null) {
            throw new IllegalArgumentException("default of '" + name + "' is not allowed: " + defaultValue);
        }
        return new ConfigKey<>(name, type, defaultValue, "", false, List.of());
    }

    /** A whole number within inclusive bounds. */
    public static ConfigKey<Integer> ofInt(String name, int defaultValue, int min, int max) {
        return of(name, number(min, max, "").map(Math::toIntExact, Integer::longValue), defaultValue);
    }

    /** A whole number within inclusive bounds. */
    public static ConfigKey<Long> ofLong(String name, long defaultValue, long min, long max) {
        return of(name, number(min, max, ""), defaultValue);
    }

    /** Milliseconds within inclusive bounds. */
    public static ConfigKey<Long> ofMillis(String name, long defaultMs, long minMs, long maxMs) {
        return of(name, number(minMs, maxMs, " ms"), defaultMs);
    }

    public static ConfigKey<Boolean> ofBoolean(String name, boolean defaultValue) {
        ValueType<Boolean> type = new ValueType<>("true or false", ConfigKey::parseBoolean, String::valueOf);
        return of(name, type, defaultValue);
    }

    /** Any text; a blank one counts as not set. */
    public static ConfigKey<String> ofString(String name, String defaultValue) {
        return of(name, new ValueType<>("any text", text -> text, text -> text), defaultValue);
    }

    /** One constant of an enum, in any case. */
    public static <E extends Enum<E>> ConfigKey<E> ofEnum(String name, E defaultValue) {
        List<E> constants = Arrays.asList(defaultValue.getDeclaringClass().getEnumConstants());
        String allowed = constants.stream().map(Enum::name).collect(Collectors.joining(", "));
        ValueType<E> type = new ValueType<>(
                allowed,
                text -> constants.stream()
                        .filter(constant -> constant.name().equalsIgnoreCase(text))
                        .findFirst()
                        .orElse(null),
                Enum::name);
        return of(name, type, defaultValue);
    }

    /** Pieces between {@code ;} or {@code ,}, trimmed, empty ones left out. */
    public static ConfigKey<List<String>> ofList(String name, List<String> defaultValue) {
        ValueType<List<String>> type =
                new ValueType<>("a list separated by ';' or ','", ConfigKey::parseList, list -> String.join(";", list));
        return of(name, type, List.copyOf(defaultValue));
    }

    private static ValueType<Long> number(long min, long max, String unit) {
        String allowed = max == Long.MAX_VALUE || (max == Integer.MAX_VALUE && min > Integer.MIN_VALUE)
                ? "a whole number, " + min + unit + " or more"
                : "a whole number from " + min + " to " + max + unit;
        return new ValueType<>(allowed, text -> parseNumber(text, min, max), String::valueOf);
    }

    private static Long parseNumber(String text, long min, long max) {
        try {
            long value = Long.parseLong(text);
            return value >= min && value <= max ? value : null;
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }

    @SuppressWarnings("NullableBoolean")
    private static Boolean parseBoolean(String text) {
        boolean isTrue = "true".equalsIgnoreCase(text);
        return (isTrue || "false".equalsIgnoreCase(text)) ? (Boolean) isTrue : null;
    }

    private static List<String> parseList(String text) {
        return LIST_SEPARATORS
                .splitAsStream(text)
                .map(String::trim)
                .filter(piece -> !piece.isEmpty())
                .toList();
    }

    /** What the setting does, in one sentence. */
    public ConfigKey<T> doc(String sentence) {
        return new ConfigKey<>(name, type, defaultValue, sentence, dynamic, aliases);
    }

    /** A change takes effect at run time. */
    public ConfigKey<T> dynamic() {
        return new ConfigKey<>(name, type, defaultValue, doc, true, aliases);
    }

    /** Another name under which files may still give this setting. */
    public ConfigKey<T> alias(String otherName) {
        List<String> all = new ArrayList<>(aliases);
        all.add(otherName);
        return new ConfigKey<>(name, type, defaultValue, doc, dynamic, all);
    }

    /** Narrows the allowed values; the text completes the sentence "allowed: …". */
    public ConfigKey<T> allowing(String allowed, Predicate<T> predicate) {
        return new ConfigKey<>(name, type.narrowed(allowed, predicate), defaultValue, doc, dynamic, aliases);
    }

    public String name() {
        return name;
    }

    public T defaultValue() {
        return defaultValue;
    }

    public String doc() {
        return doc;
    }

    public boolean isDynamic() {
        return dynamic;
    }

    public List<String> aliases() {
        return aliases;
    }

    /** The allowed values in words. */
    public String allowed() {
        return type.allowed();
    }

    /** The value a trimmed text stands for. */
    T parse(String text) throws BadValueException {
        if (text.isEmpty() && defaultValue instanceof String) {
            return defaultValue;
        }
        T value = type.parse(text);
        if (value == null) {
            throw new BadValueException(name + ": found '" + text + "', allowed: " + type.allowed());
        }
        return value;
    }

    String format(Object value) {
        @SuppressWarnings("unchecked") // Config keeps under each key only what that key parsed
        T typed = (T) value;
        return type.format(typed);
    }

    @Override
    public String toString() {
        return name;
    }

    /** A text that does not stand for an allowed value; the message says which ones do. */
    static final class BadValueException extends Exception {
        BadValueException(String message) {
            super(message);
        }
    }
}
