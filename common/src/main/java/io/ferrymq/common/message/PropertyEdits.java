package io.ferrymq.common.message;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The slower operations on property bytes: whole maps, arbitrary names, rewriting. */
final class PropertyEdits {
    private PropertyEdits() {}

    /** One entry's bounds; {@code separator} is -1 for an entry that readers ignore. */
    private interface EntryVisitor {
        void entry(int start, int separator, int end);
    }

    private static void forEachEntry(byte[] array, int from, int to, EntryVisitor visitor) {
        int start = from;
        for (int at = from; at <= to; at++) {
            if (at == to || array[at] == PropertyBytes.ENTRY_END) {
                if (at > start) {
                    visitor.entry(start, separator(array, start, at), at);
                }
                start = at + 1;
            }
        }
    }

    private static int separator(byte[] array, int start, int end) {
        for (int at = start; at < end; at++) {
            if (array[at] == PropertyBytes.NAME_END) {
                return at > start && at < end - 1 ? at : -1;
            }
        }
        return -1;
    }

    // Walks as PropertyBytes does: this runs for each message whose map is wanted.
    static Map<String, String> toMap(byte[] array, int from, int to) {
        Map<String, String> map = new LinkedHashMap<>();
        int at = from;
        while (at < to) {
            int nameEnd = SeparatorSearch.next(array, at, to);
            int end = PropertyBytes.entryEnd(array, nameEnd, to);
            if (nameEnd > at && end > nameEnd + 1) {
                PropertyName reserved = PropertyNameTable.find(array, at, nameEnd);
                String name = reserved == null ? text(array, at, nameEnd) : reserved.text();
                map.put(name, text(array, nameEnd + 1, end));
            }
            at = end + 1;
        }
        return map;
    }

    static String find(byte[] array, int from, int to, byte[] name) {
        long[] last = {-1};
        forEachEntry(array, from, to, (start, separator, end) -> {
            if (separator >= 0 && Arrays.equals(array, start, separator, name, 0, name.length)) {
                last[0] = ((long) separator + 1) << 32 | end;
            }
        });
        return last[0] < 0 ? null : text(array, (int) (last[0] >>> 32), (int) last[0]);
    }

    private static String text(byte[] array, int start, int end) {
        return new String(array, start, end - start, StandardCharsets.UTF_8);
    }

    /** Entries in the map's order; those with a null or empty value are left out, because readers would ignore them. */
    static byte[] encode(Map<String, String> properties) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(32 * properties.size());
        properties.forEach((name, value) -> put(out, name, value));
        return out.toByteArray();
    }

    private static void put(ByteArrayOutputStream out, String name, String value) {
        if (value == null || value.isEmpty()) {
            return;
        }
        requireNoSeparators(name, name);
        requireNoSeparators(name, value);
        out.writeBytes(name.getBytes(StandardCharsets.UTF_8));
        out.write(PropertyBytes.NAME_END);
        out.writeBytes(value.getBytes(StandardCharsets.UTF_8));
        out.write(PropertyBytes.ENTRY_END);
    }

    private static void requireNoSeparators(String name, String text) {
        if (text.indexOf(PropertyBytes.NAME_END) >= 0 || text.indexOf(PropertyBytes.ENTRY_END) >= 0) {
            throw new IllegalArgumentException(
                    "property '" + name + "': name and value must not contain the characters 0x01 and 0x02");
        }
    }

    /** The bytes without the entries whose name is in the changes, then the changes themselves. */
    static byte[] rewrite(byte[] array, int from, int to, Map<String, String> changes) {
        List<byte[]> names = new ArrayList<>(changes.size());
        changes.keySet().forEach(name -> names.add(name.getBytes(StandardCharsets.UTF_8)));
        ByteArrayOutputStream out = new ByteArrayOutputStream(to - from + 32 * changes.size());
        forEachEntry(array, from, to, (start, separator, end) -> {
            if (separator < 0 || !contains(names, array, start, separator)) {
                out.write(array, start, end - start);
                out.write(PropertyBytes.ENTRY_END);
            }
        });
        changes.forEach((name, value) -> put(out, name, value));
        return out.toByteArray();
    }

    private static boolean contains(List<byte[]> names, byte[] array, int start, int end) {
        for (byte[] name : names) {
            if (Arrays.equals(name, 0, name.length, array, start, end)) {
                return true;
            }
        }
        return false;
    }
}
