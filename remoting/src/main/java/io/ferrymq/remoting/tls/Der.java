package io.ferrymq.remoting.tls;

import java.io.ByteArrayOutputStream;

/** The few forms of ASN.1 that keys and certificates are made of: tag, length, content. */
final class Der {
    static final int INTEGER = 0x02;
    static final int BIT_STRING = 0x03;
    static final int OCTET_STRING = 0x04;
    static final int UTF8_STRING = 0x0C;
    static final int UTC_TIME = 0x17;
    static final int SEQUENCE = 0x30;
    static final int SET = 0x31;
    static final int CONTEXT_0 = 0xA0;

    /** Algorithm "RSA key", with its NULL parameters. */
    static final byte[] RSA =
            bytes(0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00);
    /** Object id "elliptic curve key". */
    static final byte[] EC_KEY_OID = bytes(0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01);
    /** Object id "ECDSA with SHA-256". */
    static final byte[] ECDSA_SHA256_OID = bytes(0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02);
    /** Object id "common name". */
    static final byte[] COMMON_NAME_OID = bytes(0x06, 0x03, 0x55, 0x04, 0x03);

    private Der() {}

    static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    /** One element around the given ones. */
    static byte[] element(int tag, byte[]... content) {
        ByteArrayOutputStream inside = new ByteArrayOutputStream();
        for (byte[] part : content) {
            inside.writeBytes(part);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int length = inside.size();
        if (length < 0x80) {
            out.write(length);
        } else {
            int lengthBytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / 8;
            out.write(0x80 | lengthBytes);
            for (int i = lengthBytes - 1; i >= 0; i--) {
                out.write(length >>> (8 * i));
            }
        }
        out.writeBytes(inside.toByteArray());
        return out.toByteArray();
    }

    /**
     * The content of the first direct child with a tag.
     *
     * @throws IllegalArgumentException when the bytes are no such element or have no such child
     */
    static byte[] childOf(byte[] sequence, int childTag) {
        int[] at = {0};
        header(sequence, at);
        while (at[0] < sequence.length) {
            int tag = sequence[at[0]] & 0xFF;
            int length = header(sequence, at);
            if (length > sequence.length - at[0]) {
                break;
            }
            if (tag == childTag) {
                return java.util.Arrays.copyOfRange(sequence, at[0], at[0] + length);
            }
            at[0] += length;
        }
        throw new IllegalArgumentException("no element " + Integer.toHexString(childTag));
    }

    /** Steps over tag and length and returns the length. */
    private static int header(byte[] der, int[] at) {
        int first = at[0] + 1 < der.length ? der[at[0] + 1] & 0xFF : 0xFF;
        at[0] += 2;
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = first & 0x7F; i > 0; i--) {
            if (i > 4 || at[0] >= der.length) {
                throw new IllegalArgumentException("cut element");
            }
            length = (length << 8) | (der[at[0]++] & 0xFF);
        }
        if (length < 0) {
            throw new IllegalArgumentException("element of negative length");
        }
        return length;
    }
}
