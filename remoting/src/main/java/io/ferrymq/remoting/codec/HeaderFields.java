package io.ferrymq.remoting.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Walks over the header fields of one command where they lie, in either header form, without a map or a string in between.
 *
 * <p>JSON: the members of {@code extFields}; numbers and booleans are taken as their text, null members are passed over. Binary: the
 * entries behind the remark; empty values are passed over (spec: remoting 1.2, 1.3). Where a name occurs twice the last one wins, which
 * is up to the caller that walks to the end.
 */
public final class HeaderFields {
    private final Utf8Cache cache;
    private byte[] bytes = {};
    private SerializeType type = SerializeType.JSON;
    private int from;
    private int to;

    private int at;
    private int nameFrom;
    private int nameTo;
    private boolean nameEscaped;
    private int valueFrom;
    private int valueTo;
    private boolean valueEscaped;

    HeaderFields(Utf8Cache cache) {
        this.cache = cache;
    }

    /** A command without header fields. */
    static HeaderFields none() {
        return new HeaderFields(null);
    }

    /** Lays the walk over {@code [from, to)}: for JSON the inside of the object's braces, for binary the entries. */
    void reset(SerializeType type, byte[] bytes, int from, int to) {
        this.type = type;
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.at = from;
    }

    /** A copy that outlives the frame, for whoever reads the fields later on another thread. */
    public HeaderFields detach() {
        HeaderFields copy = none();
        copy.reset(type, Arrays.copyOfRange(bytes, from, to), 0, to - from);
        return copy;
    }

    public void rewind() {
        at = from;
    }

    /**
     * Steps to the next field that has a value.
     *
     * @return false behind the last field
     * @throws MalformedFrameException when the bytes are not of the header's form
     */
    public boolean next() {
        return type == SerializeType.JSON ? nextJson() : nextBinary();
    }

    private boolean nextJson() {
        while (true) {
            at = JsonScan.skipSeparators(bytes, at, to);
            if (at == to) {
                return false;
            }
            JsonScan.require(bytes, at, to, '"');
            nameFrom = at + 1;
            nameTo = JsonScan.stringEnd(bytes, nameFrom, to);
            nameEscaped = JsonScan.hasEscape(bytes, nameFrom, nameTo);
            at = JsonScan.skipWhitespace(bytes, nameTo + 1, to);
            JsonScan.require(bytes, at, to, ':');
            at = JsonScan.skipWhitespace(bytes, at + 1, to);
            if (at < to && bytes[at] == '"') {
                valueFrom = at + 1;
                valueTo = JsonScan.stringEnd(bytes, valueFrom, to);
                valueEscaped = JsonScan.hasEscape(bytes, valueFrom, valueTo);
                at = valueTo + 1;
                return true;
            }
            valueFrom = at;
            valueEscaped = false;
            at = JsonScan.valueEnd(bytes, at, to);
            valueTo = at;
            if (!JsonScan.isNull(bytes, valueFrom, valueTo)) {
                return true;
            }
        }
    }

    private boolean nextBinary() {
        while (at < to) {
            int nameLength = at + Short.BYTES <= to ? (short) ((bytes[at] << 8) | (bytes[at + 1] & 0xFF)) : -1;
            nameFrom = at + Short.BYTES;
            nameTo = nameFrom + nameLength;
            nameEscaped = false;
            valueFrom = nameTo + Integer.BYTES;
            if (nameLength < 0 || valueFrom > to) {
                throw new MalformedFrameException(
                        "header field name of length " + nameLength + " does not fit the header");
            }
            int valueLength = BinaryHeader.int32(bytes, nameTo);
            if (valueLength < 0 || valueLength > to - valueFrom) {
                throw new MalformedFrameException(
                        "header field value of length " + valueLength + " does not fit the header");
            }
            valueTo = valueFrom + valueLength;
            valueEscaped = false;
            at = valueTo;
            if (valueLength > 0) {
                return true;
            }
        }
        return false;
    }

    int valueFrom() {
        return valueFrom;
    }

    int valueTo() {
        return valueTo;
    }

    /** Whether the current field has this name. */
    public boolean is(FieldName name) {
        if (nameEscaped) {
            return name.toString().equals(name());
        }
        byte[] wanted = name.utf8();
        return Arrays.equals(bytes, nameFrom, nameTo, wanted, 0, wanted.length);
    }

    /**
     * Which of the names the current field has, -1 for none of them.
     *
     * @param expected where to begin: most senders keep to one order
     */
    public int indexOf(FieldName[] names, int expected) {
        for (int i = 0; i < names.length; i++) {
            int candidate = (expected + i) % names.length;
            if (is(names[candidate])) {
                return candidate;
            }
        }
        return -1;
    }

    /** The name if it is one byte long, as all of a version 2 send are; else 0. */
    public byte shortName() {
        return nameTo - nameFrom == 1 ? bytes[nameFrom] : 0;
    }

    public String name() {
        return nameEscaped
                ? new String(JsonStrings.unescape(bytes, nameFrom, nameTo), StandardCharsets.UTF_8)
                : text(nameFrom, nameTo);
    }

    public String stringValue() {
        return valueEscaped
                ? new String(JsonStrings.unescape(bytes, valueFrom, valueTo), StandardCharsets.UTF_8)
                : text(valueFrom, valueTo);
    }

    /** The value of a field that never comes again: not worth remembering. */
    public String uniqueStringValue() {
        return valueEscaped ? stringValue() : new String(bytes, valueFrom, valueTo - valueFrom, StandardCharsets.UTF_8);
    }

    /** The value's UTF-8 bytes, a copy of exactly their length. */
    public byte[] bytesValue() {
        return valueEscaped
                ? JsonStrings.unescape(bytes, valueFrom, valueTo)
                : Arrays.copyOfRange(bytes, valueFrom, valueTo);
    }

    /** @throws HeaderException when the value is no number that fits 64 bits */
    public long longValue() {
        try {
            return Decimals.parse(bytes, valueFrom, valueTo);
        } catch (NumberFormatException | ArithmeticException e) {
            throw HeaderException.notA("a 64 bit integer", name(), stringValue());
        }
    }

    /** @throws HeaderException when the value is no number that fits 32 bits */
    public int intValue() {
        long value = longValue();
        if ((int) value != value) {
            throw HeaderException.notA("a 32 bit integer", name(), stringValue());
        }
        return (int) value;
    }

    /** True for {@code true} in any case, false for everything else (spec: remoting 1.7). */
    public boolean booleanValue() {
        return valueTo - valueFrom == 4 && "true".equalsIgnoreCase(stringValue());
    }

    /** All fields as a map, from the first on; the walk stands behind the last one afterwards. */
    public Map<String, String> toMap() {
        rewind();
        Map<String, String> map = new LinkedHashMap<>();
        while (next()) {
            map.put(name(), stringValue());
        }
        return map;
    }

    private String text(int start, int end) {
        return cache == null
                ? new String(bytes, start, end - start, StandardCharsets.UTF_8)
                : cache.get(bytes, start, end);
    }
}
