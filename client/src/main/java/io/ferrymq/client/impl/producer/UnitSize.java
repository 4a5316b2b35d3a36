package io.ferrymq.client.impl.producer;

import io.ferrymq.common.message.Message;
import java.util.Map;

/** What a message takes as part of a batch. */
public final class UnitSize {
    /** A broker stores each message on its own, with addresses, times and properties that the batch does not carry, and limits the whole. */
    static final int STORED_EXTRA_BYTES = 256;

    private UnitSize() {}

    /** The bytes that count towards the broker's limit: those of the unit and what the broker adds to it, at most. */
    public static long storedBytes(Message message) {
        long bytes = (long) BatchBuffer.FIXED_BYTES + STORED_EXTRA_BYTES + message.getBody().length;
        Map<String, String> properties = message.getProperties();
        if (properties != null) {
            for (Map.Entry<String, String> property : properties.entrySet()) {
                bytes += utf8Bytes(property.getKey()) + utf8Bytes(property.getValue()) + 2;
            }
        }
        return bytes;
    }

    private static int utf8Bytes(String text) {
        int bytes = 0;
        for (int i = 0; text != null && i < text.length(); i++) {
            char c = text.charAt(i);
            // Both halves of a pair: four bytes together.
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }
}
