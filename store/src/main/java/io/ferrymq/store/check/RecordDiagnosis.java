package io.ferrymq.store.check;

import io.ferrymq.store.log.RecordLayout;
import java.nio.ByteBuffer;

/** Says why no record begins somewhere, for people. */
final class RecordDiagnosis {
    private RecordDiagnosis() {}

    static String of(ByteBuffer bytes, int at, int limit, long address) {
        if (limit - at < RecordLayout.BLANK_SIZE_BYTES) {
            return "only " + (limit - at) + " bytes are left in the file";
        }
        int size = bytes.getInt(at);
        int magic = bytes.getInt(at + RecordLayout.MAGIC);
        if (magic == RecordLayout.MAGIC_BLANK) {
            return "an end mark for " + size + " bytes where " + (limit - at) + " are left in the file";
        }
        if (magic != RecordLayout.MAGIC_V1 && magic != RecordLayout.MAGIC_V2) {
            return magic == 0 && size == 0 ? "zeros" : "magic 0x" + Integer.toHexString(magic) + " is none of a record";
        }
        if (size < RecordLayout.FIXED_SIZE_BYTES || size > limit - at) {
            return "size " + size + " where " + (limit - at) + " bytes are left in the file";
        }
        long own = bytes.getLong(at + RecordLayout.PHYSICAL_OFFSET);
        if (own != address) {
            return "the record there says that it belongs to address " + own;
        }
        return "lengths, checksum of the body or properties do not fit";
    }
}
