package io.ferrymq.common.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A message's properties as the bytes they travel and are stored in, scanned once for the reserved names.
 *
 * <pre>
 *   | name | 0x01 | value | 0x02 | name | 0x01 | value | 0x02 | …     UTF-8, the last 0x02 may be missing
 * </pre>
 *
 * Neither strings nor a map are made: the scan remembers where each reserved name's value stands. Entries without a
 * separator, with an empty name or an empty value do not count; of two entries with one name the later wins. No input
 * makes the scan fail. Instances never change; whoever hands over an array must not change it any more.
 */
public final class PropertyBytes {
    /** The length field of stored messages is a signed 16 bit number. */
    public static final int SIZE_MAX_BYTES = Short.MAX_VALUE;

    static final byte NAME_END = 1;
    static final byte ENTRY_END = 2;
    private static final byte[] NO_BYTES = {};

    /** No properties at all. */
    public static final PropertyBytes EMPTY = new PropertyBytes(NO_BYTES, 0, 0, new long[0], 0, 0);

    // One found name per element: ordinal in the top 8 bits, then 28 bits offset and 28 bits length of the value.
    private static final int OFFSET_SHIFT = 28;
    private static final int ORDINAL_SHIFT = 56;
    private static final int SPAN_MASK = (1 << OFFSET_SHIFT) - 1;
    private static final int SPANS_INITIAL = 8;

    private final byte[] array;
    private final int from;
    private final int to;
    private long[] spans;
    private int spanCount;
    private long present;
    private String tags;

    private PropertyBytes(byte[] array, int from, int to, long[] spans, int spanCount, long present) {
        this.array = array;
        this.from = from;
        this.to = to;
        this.spans = spans;
        this.spanCount = spanCount;
        this.present = present;
    }

    public static PropertyBytes scan(byte[] bytes) {
        return scan(bytes, 0, bytes.length);
    }

    /** Scans a range of an array, which is kept, not copied. */
    public static PropertyBytes scan(byte[] bytes, int offset, int length) {
        if (length == 0) {
            return EMPTY;
        }
        PropertyBytes scanned = new PropertyBytes(bytes, offset, offset + length, new long[SPANS_INITIAL], 0, 0);
        scanned.scanFrom(offset);
        return scanned;
    }

    public static PropertyBytes of(Map<String, String> properties) {
        return scan(PropertyEdits.encode(properties));
    }

    private void scanFrom(int start) {
        int nameStart = start;
        while (nameStart < to) {
            int nameEnd = SeparatorSearch.next(array, nameStart, to);
            int end = entryEnd(array, nameEnd, to);
            // nameEnd == end: the entry has no separator. One byte more: its value is empty.
            if (nameEnd > nameStart && end > nameEnd + 1) {
                PropertyName name = PropertyNameTable.find(array, nameStart, nameEnd);
                if (name != null) {
                    remember(name.index(), nameEnd + 1, end);
                }
            }
            nameStart = end + 1;
        }
    }

    /** Where the entry ends whose first separator, or whose end, stands here. */
    static int entryEnd(byte[] array, int firstSeparator, int to) {
        int end = firstSeparator;
        while (end < to && array[end] != ENTRY_END) {
            end = SeparatorSearch.next(array, end + 1, to);
        }
        return end;
    }

    private void remember(int ordinal, int start, int end) {
        long span = ((long) ordinal << ORDINAL_SHIFT) | ((long) start << OFFSET_SHIFT) | (end - start);
        long bit = 1L << ordinal;
        if ((present & bit) != 0) {
            spans[indexOf(ordinal)] = span;
            return;
        }
        if (spanCount == spans.length) {
            spans = Arrays.copyOf(spans, Math.max(SPANS_INITIAL, 2 * spanCount));
        }
        spans[spanCount++] = span;
        present |= bit;
    }

    private int indexOf(int ordinal) {
        int i = 0;
        while (spans[i] >>> ORDINAL_SHIFT != ordinal) {
            i++;
        }
        return i;
    }

    private static int offset(long span) {
        return (int) (span >>> OFFSET_SHIFT) & SPAN_MASK;
    }

    private static int length(long span) {
        return (int) span & SPAN_MASK;
    }

    /** The property bytes: the scanned array itself when it was scanned whole, else a copy of the range. Not to be changed. */
    public byte[] bytes() {
        return from == 0 && to == array.length ? array : Arrays.copyOfRange(array, from, to);
    }

    public int length() {
        return to - from;
    }

    public void copyTo(ByteBuffer target) {
        target.put(array, from, to - from);
    }

    public boolean has(PropertyName name) {
        return (present & (1L << name.index())) != 0;
    }

    /** The value of a reserved name, or null. */
    public String get(PropertyName name) {
        if (!has(name)) {
            return null;
        }
        long span = spans[indexOf(name.index())];
        return new String(array, offset(span), length(span), StandardCharsets.UTF_8);
    }

    public String get(PropertyName name, String absent) {
        return has(name) ? get(name) : absent;
    }

    /** The value of any name, or null: reads the bytes again, for filters and displays. */
    public String get(String name) {
        return PropertyEdits.find(array, from, to, name.getBytes(StandardCharsets.UTF_8));
    }

    /** The number a property holds; the given one when it is absent or no number that fits. */
    public int getInt(PropertyName name, int absent) {
        long value = getLong(name, absent);
        return value == (int) value ? (int) value : absent;
    }

    /** The number a property holds; the given one when it is absent or no number that fits. */
    public long getLong(PropertyName name, long absent) {
        if (!has(name)) {
            return absent;
        }
        long span = spans[indexOf(name.index())];
        return AsciiBytes.parseLong(array, offset(span), length(span), absent);
    }

    /** Whether the property is there and reads {@code true} in any case. */
    public boolean isTrue(PropertyName name) {
        return has(name) && valueIs(name, "true");
    }

    /** Whether the property is there and is not {@code true}: what clients send as {@code false}. */
    public boolean isFalse(PropertyName name) {
        return has(name) && !valueIs(name, "true");
    }

    private boolean valueIs(PropertyName name, String lowerCase) {
        long span = spans[indexOf(name.index())];
        return AsciiBytes.equalsIgnoreCase(array, offset(span), length(span), lowerCase);
    }

    /** What consume queues hold for tag filters: the Java string hash of TAGS, sign-extended; 0 without tags. */
    public long tagsCode() {
        if (!has(PropertyName.TAGS)) {
            return 0;
        }
        long span = spans[indexOf(PropertyName.TAGS.index())];
        return AsciiBytes.javaHash(0, array, offset(span), length(span));
    }

    /** TAGS as a string, made once; null without tags. */
    public String tags() {
        String known = tags;
        if (known == null && has(PropertyName.TAGS)) {
            known = get(PropertyName.TAGS);
            tags = known;
        }
        return known;
    }

    /**
     * Visits what the key index holds for this message: UNIQ_KEY, then each piece of KEYS between blanks.
     *
     * @param topicSeed {@link #keyHashSeed} of the message's topic
     */
    public void forEachKey(int topicSeed, KeyVisitor visitor) {
        if (has(PropertyName.UNIQ_KEY)) {
            visit(topicSeed, spans[indexOf(PropertyName.UNIQ_KEY.index())], visitor);
        }
        if (!has(PropertyName.KEYS)) {
            return;
        }
        long span = spans[indexOf(PropertyName.KEYS.index())];
        int end = offset(span) + length(span);
        int start = offset(span);
        for (int at = start; at <= end; at++) {
            if (at == end || array[at] == ' ') {
                if (at > start) {
                    visitor.key(AsciiBytes.javaHash(topicSeed, array, start, at - start), array, start, at - start);
                }
                start = at + 1;
            }
        }
    }

    private void visit(int topicSeed, long span, KeyVisitor visitor) {
        int hash = AsciiBytes.javaHash(topicSeed, array, offset(span), length(span));
        visitor.key(hash, array, offset(span), length(span));
    }

    /** Java hash of {@code <topic>#}, from which the hash of {@code <topic>#<key>} goes on. Worth keeping per topic. */
    public static int keyHashSeed(String topic) {
        return topic.hashCode() * 31 + '#';
    }

    /** Told each index key as the Java hash of {@code <topic>#<key>} (signed) and where the key's bytes stand. */
    @FunctionalInterface
    public interface KeyVisitor {
        void key(int javaHash, byte[] bytes, int offset, int length);
    }

    /** A copy in which this name has this value; null or empty removes the name. */
    public PropertyBytes with(PropertyName name, String value) {
        return with(name.text(), value);
    }

    /** A copy in which this name has this value; null or empty removes the name. */
    public PropertyBytes with(String name, String value) {
        Map<String, String> changes = new LinkedHashMap<>();
        changes.put(name, value);
        return with(changes);
    }

    /** A copy with all these names set; a null or empty value removes its name. All other bytes stay as they are. */
    public PropertyBytes with(Map<String, String> changes) {
        return scan(PropertyEdits.rewrite(array, from, to, changes));
    }

    /** A copy without these names. The same object when it has none of them. */
    public PropertyBytes without(PropertyName... names) {
        Map<String, String> changes = new LinkedHashMap<>();
        for (PropertyName name : names) {
            if (has(name)) {
                changes.put(name.text(), null);
            }
        }
        return changes.isEmpty() ? this : with(changes);
    }

    /**
     * A copy with already encoded entries at its end, a missing last 0x02 put in between: the cheap way to add what is
     * the same for every message. An appended name wins over the same name before.
     */
    public PropertyBytes append(byte[] encodedEntries) {
        if (encodedEntries.length == 0) {
            return this;
        }
        int gap = to > from && array[to - 1] != ENTRY_END ? 1 : 0;
        int length = to - from;
        byte[] joined = new byte[length + gap + encodedEntries.length];
        System.arraycopy(array, from, joined, 0, length);
        if (gap == 1) {
            joined[length] = ENTRY_END;
        }
        System.arraycopy(encodedEntries, 0, joined, length + gap, encodedEntries.length);
        if (from != 0) {
            return scan(joined);
        }
        // What was found before still stands at the same places: only the new entries are looked at.
        PropertyBytes appended = new PropertyBytes(joined, 0, joined.length, spans.clone(), spanCount, present);
        appended.scanFrom(length + gap);
        return appended;
    }

    /** Encoded entries for {@link #append}. */
    public static byte[] encode(Map<String, String> properties) {
        return PropertyEdits.encode(properties);
    }

    /** All properties, in the order of their last appearance's first place. */
    public Map<String, String> toMap() {
        return PropertyEdits.toMap(array, from, to);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PropertyBytes that && Arrays.equals(array, from, to, that.array, that.from, that.to);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes());
    }

    @Override
    public String toString() {
        return toMap().toString();
    }
}
