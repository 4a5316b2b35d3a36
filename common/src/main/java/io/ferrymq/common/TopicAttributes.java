package io.ferrymq.common;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Typed extras of a topic, kept as text. A change is a list like {@code +message.type=FIFO,-reserve.time}: plus adds or
 * alters, minus deletes, and a new topic takes only plus.
 */
public final class TopicAttributes {
    public static final String QUEUE_TYPE = "queue.type";
    public static final String CLEANUP_POLICY = "cleanup.policy";
    public static final String MESSAGE_TYPE = "message.type";
    public static final String RESERVE_TIME = "reserve.time";

    private static final Map<String, Rule> RULES = Map.of(
            QUEUE_TYPE, Rule.oneOf(false, "SimpleCQ", "BatchCQ"),
            CLEANUP_POLICY, Rule.oneOf(false, "DELETE", "COMPACTION"),
            MESSAGE_TYPE, Rule.oneOf(true, "UNSPECIFIED", "NORMAL", "FIFO", "DELAY", "TRANSACTION", "MIXED"),
            RESERVE_TIME, new Rule(true, "a whole number, -1 or more", TopicAttributes::isReserveTime));

    private TopicAttributes() {}

    private record Rule(boolean changeable, String allowed, Predicate<String> test) {
        static Rule oneOf(boolean changeable, String... values) {
            return new Rule(changeable, String.join(", ", values), Set.of(values)::contains);
        }
    }

    private static boolean isReserveTime(String text) {
        try {
            return Long.parseLong(text) >= -1;
        } catch (NumberFormatException notANumber) {
            return false;
        }
    }

    /**
     * Reads a change list into signed keys, {@code +key} with its value and {@code -key} with an empty one.
     *
     * @throws IllegalArgumentException for a piece without sign or value, or a key that is there twice
     */
    public static Map<String, String> parse(String changes) {
        Map<String, String> parsed = new LinkedHashMap<>();
        if (changes == null || changes.isBlank()) {
            return parsed;
        }
        for (String raw : changes.split(",")) {
            String piece = raw.trim();
            int equals = piece.indexOf('=');
            boolean adds = piece.startsWith("+") && equals > 1;
            boolean deletes = piece.startsWith("-") && equals < 0 && piece.length() > 1;
            if (!adds && !deletes) {
                throw new IllegalArgumentException(
                        "attribute change '" + piece + "' is neither '+key=value' nor '-key'");
            }
            String key = adds ? piece.substring(0, equals).trim() : piece;
            String value = adds ? piece.substring(equals + 1).trim() : "";
            if (parsed.putIfAbsent(key, value) != null) {
                throw new IllegalArgumentException("attribute '" + key.substring(1) + "' is named twice");
            }
        }
        return parsed;
    }

    /** The change list that {@link #parse} reads back. */
    public static String format(Map<String, String> changes) {
        StringBuilder text = new StringBuilder();
        changes.forEach((key, value) -> {
            text.append(text.length() == 0 ? "" : ",").append(key);
            if (key.startsWith("+")) {
                text.append('=').append(value);
            }
        });
        return text.toString();
    }

    /**
     * The attributes after a change.
     *
     * @param isNew whether the topic is being created, when only {@code +} is allowed and nothing is fixed yet
     * @param current unsigned keys
     * @param changes signed keys
     * @throws IllegalArgumentException with the first change that is not allowed; nothing is changed then
     */
    public static Map<String, String> merge(boolean isNew, Map<String, String> current, Map<String, String> changes) {
        Map<String, String> merged = new LinkedHashMap<>(current);
        Set<String> seen = new HashSet<>();
        changes.forEach((signedKey, value) -> {
            char sign = signedKey.isEmpty() ? ' ' : signedKey.charAt(0);
            if (sign != '+' && sign != '-') {
                throw new IllegalArgumentException("attribute key '" + signedKey + "' must begin with '+' or '-'");
            }
            String key = signedKey.substring(1);
            if (!seen.add(key)) {
                throw new IllegalArgumentException("attribute '" + key + "' is named twice");
            }
            requireAllowed(isNew, current, sign, key, value);
            if (sign == '+') {
                merged.put(key, value);
            } else {
                merged.remove(key);
            }
        });
        return Map.copyOf(merged);
    }

    private static void requireAllowed(
            boolean isNew, Map<String, String> current, char sign, String key, String value) {
        Rule rule = RULES.get(key);
        if (rule == null) {
            throw new IllegalArgumentException(
                    "unknown attribute '" + key + "', known are " + String.join(", ", new TreeSet<>(RULES.keySet())));
        }
        if (sign == '-' && isNew) {
            throw new IllegalArgumentException("attribute '" + key + "' cannot be deleted from a new topic");
        }
        if (sign == '-' && !current.containsKey(key)) {
            throw new IllegalArgumentException("attribute '" + key + "' cannot be deleted, the topic does not have it");
        }
        if (!isNew && !rule.changeable && !(sign == '+' && value.equals(current.get(key)))) {
            throw new IllegalArgumentException("attribute '" + key + "' cannot be changed after creation");
        }
        if (sign == '+' && (value == null || !rule.test.test(value))) {
            throw new IllegalArgumentException(
                    "attribute '" + key + "': found '" + value + "', allowed: " + rule.allowed);
        }
    }
}
