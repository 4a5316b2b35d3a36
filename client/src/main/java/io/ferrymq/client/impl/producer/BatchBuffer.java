package io.ferrymq.client.impl.producer;

import io.ferrymq.common.message.PropertyBytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

/**
 * The body of a batch as it grows: units, one after the other, encoded where they will be sent from.
 *
 * <pre>
 *   | size 4 | 0 4 | 0 4 | flag 4 | bodyLength 4 | body | propertiesLength 2 | properties |
 * </pre>
 */
final class BatchBuffer {
    private static final int BODY_LENGTH_OFFSET = 16;
    private static final int BODY_OFFSET = 20;
    static final int FIXED_BYTES = BODY_OFFSET + Short.BYTES;

    private byte[] bytes;
    private ByteBuffer numbers;
    private int end;
    private int lastUnit;

    BatchBuffer(int capacity) {
        grown(new byte[capacity]);
    }

    private void grown(byte[] larger) {
        bytes = larger;
        numbers = ByteBuffer.wrap(larger);
    }

    int size() {
        return end;
    }

    /**
     * Adds a unit, or nothing when it fails.
     *
     * @param properties at least one
     * @throws IllegalArgumentException when a property contains a separator, or all are too long together
     */
    void append(int flag, byte[] body, Map<String, String> properties) {
        int from = end + BODY_OFFSET + body.length + Short.BYTES;
        int plainEnd = from + PropertyEncoder.characters(properties);
        ensure(plainEnd);
        int to = PropertyEncoder.put(properties, bytes, from);
        if (to < 0) {
            byte[] encoded = PropertyBytes.encode(properties);
            to = from + encoded.length;
            ensure(to);
            System.arraycopy(encoded, 0, bytes, from, encoded.length);
        }
        int propertiesLength = to - from;
        if (propertiesLength > PropertyBytes.SIZE_MAX_BYTES) {
            throw new IllegalArgumentException(MessagePreparer.tooLong(propertiesLength));
        }
        System.arraycopy(body, 0, bytes, end + BODY_OFFSET, body.length);
        numbers.putInt(end, FIXED_BYTES + body.length + propertiesLength);
        numbers.putInt(end + 4, 0);
        numbers.putInt(end + 8, 0);
        numbers.putInt(end + 12, flag);
        numbers.putInt(end + BODY_LENGTH_OFFSET, body.length);
        numbers.putShort(from - Short.BYTES, (short) propertiesLength);
        lastUnit = end;
        end = to;
    }

    private void ensure(int capacity) {
        if (capacity > bytes.length) {
            grown(Arrays.copyOf(bytes, Math.max(capacity, 2 * bytes.length)));
        }
    }

    /** Moves the last unit, which must not be the only one, to an empty buffer. */
    void moveLastTo(BatchBuffer empty) {
        int length = end - lastUnit;
        empty.ensure(length);
        System.arraycopy(bytes, lastUnit, empty.bytes, 0, length);
        empty.end = length;
        end = lastUnit;
    }

    byte[] toBody() {
        return end == bytes.length ? bytes : Arrays.copyOf(bytes, end);
    }
}
