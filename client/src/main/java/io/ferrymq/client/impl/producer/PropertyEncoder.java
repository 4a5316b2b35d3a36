package io.ferrymq.client.impl.producer;

import io.ferrymq.common.message.PropertyBytes;
import java.util.Map;

/**
 * Message properties straight to their bytes: {@code name 0x01 value 0x02 …}. Most are plain ASCII and cost one array; others, and those with
 * a separator in them, are left to the general encoder, which refuses the latter.
 */
final class PropertyEncoder {
    private static final byte NAME_END = 1;
    private static final byte ENTRY_END = 2;
    private static final byte[] NONE = {};

    private PropertyEncoder() {}

    /** @throws IllegalArgumentException when a name or value contains a separator */
    static byte[] encode(Map<String, String> properties) {
        if (properties == null || properties.isEmpty()) {
            return NONE;
        }
        byte[] out = new byte[characters(properties)];
        return put(properties, out, 0) < 0 ? PropertyBytes.encode(properties) : out;
    }

    /** The bytes of the encoded properties, if all characters are plain. */
    static int characters(Map<String, String> properties) {
        int size = 0;
        for (Map.Entry<String, String> property : properties.entrySet()) {
            if (hasValue(property)) {
                size += property.getKey().length() + property.getValue().length() + 2;
            }
        }
        return size;
    }

    /** Writes the properties to an array with room for {@link #characters}: returns the end, or -1 when a character is not plain. */
    static int put(Map<String, String> properties, byte[] out, int from) {
        int at = from;
        for (Map.Entry<String, String> property : properties.entrySet()) {
            if (!hasValue(property)) {
                continue;
            }
            at = put(property.getKey(), out, at);
            if (at < 0) {
                return -1;
            }
            out[at++] = NAME_END;
            at = put(property.getValue(), out, at);
            if (at < 0) {
                return -1;
            }
            out[at++] = ENTRY_END;
        }
        return at;
    }

    private static boolean hasValue(Map.Entry<String, String> property) {
        return property.getValue() != null && !property.getValue().isEmpty();
    }

    /** The new end, or -1 when a character is not plain. */
    private static int put(String text, byte[] out, int from) {
        int at = from;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ENTRY_END || c > 0x7E) {
                return -1;
            }
            out[at++] = (byte) c;
        }
        return at;
    }
}
