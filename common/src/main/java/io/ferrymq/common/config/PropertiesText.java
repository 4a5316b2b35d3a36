package io.ferrymq.common.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The text of a properties file with what {@link java.util.Properties} forgets: line numbers, comments, order, repeated
 * keys. Escapes, continuation lines and separators are read as there; keys and values are trimmed.
 */
public final class PropertiesText {
    private final List<String> lines;
    private final List<Entry> entries;

    /** One setting of the file; lines are counted from 1, the last one belongs to the entry. */
    public record Entry(int firstLine, int lastLine, String key, String value) {}

    private PropertiesText(List<String> lines, List<Entry> entries) {
        this.lines = lines;
        this.entries = entries;
    }

    public static PropertiesText parse(String text) {
        List<String> lines = text.isEmpty() ? List.of() : List.of(text.split("\r\n|\r|\n", -1));
        List<Entry> entries = new ArrayList<>();
        int at = 0;
        while (at < lines.size()) {
            int first = at;
            StringBuilder logical = new StringBuilder(lines.get(at).stripLeading());
            at++;
            if (isComment(logical)) {
                continue;
            }
            while (endsInContinuation(logical)) {
                logical.setLength(logical.length() - 1);
                if (at == lines.size()) {
                    break;
                }
                logical.append(lines.get(at++).stripLeading());
            }
            if (!logical.toString().isBlank()) {
                entries.add(entry(first + 1, at, logical.toString()));
            }
        }
        return new PropertiesText(lines, List.copyOf(entries));
    }

    private static boolean isComment(CharSequence line) {
        return line.length() > 0 && (line.charAt(0) == '#' || line.charAt(0) == '!');
    }

    private static boolean endsInContinuation(CharSequence line) {
        int backslashes = 0;
        while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    private static Entry entry(int firstLine, int lastLine, String line) {
        int keyEnd = 0;
        while (keyEnd < line.length() && !isKeyEnd(line.charAt(keyEnd))) {
            keyEnd += line.charAt(keyEnd) == '\\' ? 2 : 1;
        }
        keyEnd = Math.min(keyEnd, line.length());
        String rest = line.substring(keyEnd).stripLeading();
        if (!rest.isEmpty() && (rest.charAt(0) == '=' || rest.charAt(0) == ':')) {
            rest = rest.substring(1);
        }
        return new Entry(
                firstLine,
                lastLine,
                unescape(line.substring(0, keyEnd)).trim(),
                unescape(rest).trim());
    }

    private static boolean isKeyEnd(char c) {
        return c == '=' || c == ':' || c == ' ' || c == '\t' || c == '\f';
    }

    private static String unescape(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\' || i + 1 == text.length()) {
                out.append(c);
                continue;
            }
            char escaped = text.charAt(++i);
            if (escaped == 'u' && isHex(text, i + 1)) {
                out.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                out.append(plain(escaped));
            }
        }
        return out.toString();
    }

    private static boolean isHex(String text, int from) {
        return from + 4 <= text.length()
                && text.substring(from, from + 4).chars().allMatch(c -> Character.digit(c, 16) >= 0);
    }

    private static char plain(char escaped) {
        return switch (escaped) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 'f' -> '\f';
            default -> escaped;
        };
    }

    /** All settings in the order of the file, repeated keys included. */
    public List<Entry> entries() {
        return entries;
    }

    /** Key to value; of repeated keys the last one counts. */
    public Map<String, String> toMap() {
        Map<String, String> map = new LinkedHashMap<>();
        entries.forEach(entry -> map.put(entry.key(), entry.value()));
        return map;
    }

    /**
     * The text with these values in place: a key that is there is replaced where it counts (its last appearance), a new
     * one is added at the end; every other line stays as it is.
     */
    public String with(Map<String, String> changes) {
        Map<Integer, Entry> replaced = new LinkedHashMap<>();
        Set<String> added = new LinkedHashSet<>(changes.keySet());
        for (Entry entry : entries) {
            if (changes.containsKey(entry.key())) {
                replaced.values().removeIf(earlier -> earlier.key().equals(entry.key()));
                replaced.put(entry.firstLine(), entry);
                added.remove(entry.key());
            }
        }
        List<String> out = new ArrayList<>();
        for (int line = 1; line <= lines.size(); line++) {
            Entry entry = replaced.get(line);
            if (entry == null) {
                out.add(lines.get(line - 1));
            } else {
                out.add(format(entry.key(), changes.get(entry.key())));
                line = entry.lastLine();
            }
        }
        while (!out.isEmpty() && out.get(out.size() - 1).isBlank()) {
            out.remove(out.size() - 1);
        }
        added.forEach(key -> out.add(format(key, changes.get(key))));
        return String.join("\n", out) + "\n";
    }

    /** One line that reads back as this key and value. */
    public static String format(String key, String value) {
        return key + "=" + value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }
}
