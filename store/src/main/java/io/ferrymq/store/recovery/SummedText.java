package io.ferrymq.store.recovery;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Lines of text that end with a checksum of themselves: {@code crc=} and hexadecimal digits. */
final class SummedText {
    private static final String NAME = "crc=";

    private SummedText() {}

    static String close(String lines) {
        return lines + NAME + checksum(lines) + "\n";
    }

    /** The lines before the checksum; null when they are not those that it was made of. */
    static String open(String text) {
        int at = text.lastIndexOf(NAME);
        return at >= 0 && text.equals(close(text.substring(0, at))) ? text.substring(0, at) : null;
    }

    private static String checksum(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(crc.getValue());
    }
}
