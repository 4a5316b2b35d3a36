package io.ferrymq.common.sysflag;

import io.ferrymq.common.compression.CompressionType;

/** Bits of a message's {@code sysFlag}: how to read its body and hosts, and its part in a transaction. */
public final class MessageSysFlag {
    public static final int COMPRESSED_FLAG = 0x1;
    public static final int MULTI_TAGS_FLAG = 0x2;

    public static final int TRANSACTION_NOT_TYPE = 0x0;
    public static final int TRANSACTION_PREPARED_TYPE = 0x4;
    public static final int TRANSACTION_COMMIT_TYPE = 0x8;
    public static final int TRANSACTION_ROLLBACK_TYPE = 0xC;

    public static final int BORNHOST_V6_FLAG = 0x10;
    public static final int STOREHOSTADDRESS_V6_FLAG = 0x20;

    /** The consumer has to take the body apart into several messages. */
    public static final int NEED_UNWRAP_FLAG = 0x40;

    public static final int INNER_BATCH_FLAG = 0x80;

    /** Codec of a compressed body. 0 is zlib too, from writers that know no other. */
    public static final int COMPRESSION_TYPE_MASK = 0x700;

    public static final int COMPRESSION_LZ4_TYPE = 0x100;
    public static final int COMPRESSION_ZSTD_TYPE = 0x200;
    public static final int COMPRESSION_ZLIB_TYPE = 0x300;

    public static final int COMPRESSION_TYPE_COMPARATOR = COMPRESSION_TYPE_MASK;

    private MessageSysFlag() {}

    /** The transaction bits alone. */
    public static int getTransactionValue(int flag) {
        return flag & TRANSACTION_ROLLBACK_TYPE;
    }

    /** The flag with its transaction bits replaced. */
    public static int resetTransactionValue(int flag, int transactionType) {
        return (flag & ~TRANSACTION_ROLLBACK_TYPE) | transactionType;
    }

    public static int clearCompressedFlag(int flag) {
        return flag & ~COMPRESSED_FLAG;
    }

    /** The codec of a compressed body. */
    public static CompressionType getCompressionType(int flag) {
        return CompressionType.ofSysFlag(flag);
    }

    public static boolean check(int flag, int expected) {
        return (flag & expected) != 0;
    }

    public static boolean isCompressed(int flag) {
        return (flag & COMPRESSED_FLAG) != 0;
    }

    /** Bytes of the born host field: address and a four byte port. */
    public static int bornHostLength(int flag) {
        return (flag & BORNHOST_V6_FLAG) == 0 ? 8 : 20;
    }

    /** Bytes of the store host field: address and a four byte port. */
    public static int storeHostLength(int flag) {
        return (flag & STOREHOSTADDRESS_V6_FLAG) == 0 ? 8 : 20;
    }
}
