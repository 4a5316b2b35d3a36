package io.ferrymq.broker.send;

import io.ferrymq.store.HostBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Offset message ids: upper-case hex of this broker's host and of the record's address (spec: storage 2.12). */
final class MessageIds {
    private static final byte[] DIGITS = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final int OFFSET_DIGITS = 2 * Long.BYTES;

    private final byte[] hostDigits;

    MessageIds(HostBytes storeHost) {
        ByteBuffer host = ByteBuffer.allocate(storeHost.sizeBytes());
        storeHost.writeTo(host, 0);
        hostDigits = new byte[2 * storeHost.sizeBytes()];
        for (int i = 0; i < storeHost.sizeBytes(); i++) {
            hostDigits[2 * i] = DIGITS[(host.get(i) >> 4) & 0xF];
            hostDigits[2 * i + 1] = DIGITS[host.get(i) & 0xF];
        }
    }

    String of(long physicalOffset) {
        byte[] id = new byte[length()];
        write(id, 0, physicalOffset);
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    /** The ids of a batch, separated by commas. */
    String of(long[] physicalOffsets) {
        byte[] ids = new byte[physicalOffsets.length * (length() + 1) - 1];
        int at = 0;
        for (long offset : physicalOffsets) {
            if (at > 0) {
                ids[at - 1] = ',';
            }
            write(ids, at, offset);
            at += length() + 1;
        }
        return new String(ids, StandardCharsets.ISO_8859_1);
    }

    private int length() {
        return hostDigits.length + OFFSET_DIGITS;
    }

    private void write(byte[] target, int from, long offset) {
        System.arraycopy(hostDigits, 0, target, from, hostDigits.length);
        int at = from + hostDigits.length;
        for (int shift = Long.SIZE - 4; shift >= 0; shift -= 4) {
            target[at++] = DIGITS[(int) (offset >>> shift) & 0xF];
        }
    }
}
