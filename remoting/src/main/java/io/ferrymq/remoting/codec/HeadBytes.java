package io.ferrymq.remoting.codec;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A header being written, on the heap: one copy into the socket's buffer at the end costs less than that buffer's checks for each piece.
 * Each thread has one, which is empty between two headers.
 */
final class HeadBytes {
    private static final int INITIAL_BYTES = 1024;
    private static final int KEPT_MAX_BYTES = 64 << 10;
    private static final int DIGITS_MAX = 20;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int FIRST_BEYOND_ASCII = 0x80;

    private static final FastThreadLocal<HeadBytes> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected HeadBytes initialValue() {
            return new HeadBytes();
        }
    };

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;

    private HeadBytes() {}

    static HeadBytes ofThread() {
        return OF_THREAD.get();
    }

    /** Moves all to the buffer and is empty again. */
    void moveTo(ByteBuf out) {
        out.writeBytes(bytes, 0, length);
        clear();
    }

    /** Forgets what was written, as when a header was given up. */
    void clear() {
        length = 0;
        if (bytes.length > KEPT_MAX_BYTES) {
            bytes = new byte[INITIAL_BYTES];
        }
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    void put(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    void put(byte[] plain) {
        put(plain, 0, plain.length);
    }

    private void put(byte[] plain, int from, int count) {
        reserve(count);
        System.arraycopy(plain, from, bytes, length, count);
        length += count;
    }

    void putInt16(int value) {
        reserve(Short.BYTES);
        bytes[length] = (byte) (value >> 8);
        bytes[length + 1] = (byte) value;
        length += Short.BYTES;
    }

    void putInt32(int value) {
        reserve(Integer.BYTES);
        setInt32(length, value);
        length += Integer.BYTES;
    }

    /** Leaves room for a length that {@link #endCounted} writes. */
    int beginCounted() {
        reserve(Integer.BYTES);
        length += Integer.BYTES;
        return length;
    }

    /** A field of the binary form up to its value; leaves room for a length as {@link #beginCounted} does. */
    int beginField(byte[] name) {
        reserve(Short.BYTES + name.length + Integer.BYTES);
        bytes[length] = (byte) (name.length >> 8);
        bytes[length + 1] = (byte) name.length;
        length += Short.BYTES;
        if (name.length == 1) {
            // As all of a send of version 2.
            bytes[length] = name[0];
        } else {
            System.arraycopy(name, 0, bytes, length, name.length);
        }
        length += name.length + Integer.BYTES;
        return length;
    }

    /** @param from what {@link #beginCounted} or {@link #beginField} returned */
    void endCounted(int from) {
        setInt32(from - Integer.BYTES, length - from);
    }

    private void setInt32(int at, int value) {
        bytes[at] = (byte) (value >> 24);
        bytes[at + 1] = (byte) (value >> 16);
        bytes[at + 2] = (byte) (value >> 8);
        bytes[at + 3] = (byte) value;
    }

    /** Its UTF-8 bytes. */
    void putText(String value) {
        int count = value.length();
        reserve(count);
        for (int i = 0; i < count; i++) {
            char c = value.charAt(i);
            if (c >= FIRST_BEYOND_ASCII) {
                put(value.getBytes(StandardCharsets.UTF_8));
                return;
            }
            bytes[length + i] = (byte) c;
        }
        length += count;
    }

    void putNumber(long value) {
        if (value == Long.MIN_VALUE) {
            put(Long.toString(value).getBytes(StandardCharsets.US_ASCII));
            return;
        }
        reserve(DIGITS_MAX);
        long rest = value;
        if (rest < 0) {
            bytes[length++] = '-';
            rest = -rest;
        }
        int end = length + Decimals.digits(rest);
        for (int at = end - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length = end;
    }

    /** The inside of a JSON string. */
    void putEscaped(String value) {
        int count = value.length();
        reserve(count);
        for (int i = 0; i < count; i++) {
            char c = value.charAt(i);
            if (c < FIRST_PRINTABLE || c >= FIRST_BEYOND_ASCII || c == '"' || c == '\\') {
                putEscaped(value.getBytes(StandardCharsets.UTF_8));
                return;
            }
            bytes[length + i] = (byte) c;
        }
        length += count;
    }

    /** The inside of a JSON string, given as UTF-8. */
    void putEscaped(byte[] utf8) {
        int plainFrom = 0;
        for (int i = 0; i < utf8.length; i++) {
            byte b = utf8[i];
            // Bytes of multi-byte characters are negative and need no escape.
            if (b >= 0 && (b < FIRST_PRINTABLE || b == '"' || b == '\\')) {
                put(utf8, plainFrom, i - plainFrom);
                plainFrom = i + 1;
                putEscape(b);
            }
        }
        put(utf8, plainFrom, utf8.length - plainFrom);
    }

    private void putEscape(byte b) {
        put('\\');
        if (b >= FIRST_PRINTABLE) {
            put((char) b);
        } else {
            put('u');
            put('0');
            put('0');
            put((char) HEX[b >> 4]);
            put((char) HEX[b & 0xF]);
        }
    }
}
