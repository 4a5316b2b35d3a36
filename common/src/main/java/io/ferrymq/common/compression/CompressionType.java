package io.ferrymq.common.compression;

import io.ferrymq.common.sysflag.MessageSysFlag;

/** The codecs a message body may be compressed with, and their place in {@code sysFlag}. */
public enum CompressionType {
    LZ4(1, MessageSysFlag.COMPRESSION_LZ4_TYPE),
    ZSTD(2, MessageSysFlag.COMPRESSION_ZSTD_TYPE),
    ZLIB(3, MessageSysFlag.COMPRESSION_ZLIB_TYPE);

    private static final int TYPE_SHIFT = 8;

    private final int value;
    private final int compressionFlag;

    CompressionType(int value, int compressionFlag) {
        this.value = value;
        this.compressionFlag = compressionFlag;
    }

    public int getValue() {
        return value;
    }

    public int getCompressionFlag() {
        return compressionFlag;
    }

    /** The type with this name, in any case and with blanks around. */
    public static CompressionType of(String name) {
        for (CompressionType type : values()) {
            if (type.name().equalsIgnoreCase(name.trim())) {
                return type;
            }
        }
        throw new IllegalArgumentException("compression type '" + name + "' is unknown, known are LZ4, ZSTD, ZLIB");
    }

    /** The type with this number; 0 is zlib from writers that know no other. */
    public static CompressionType findByValue(int value) {
        return switch (value) {
            case 1 -> LZ4;
            case 2 -> ZSTD;
            case 0, 3 -> ZLIB;
            default -> throw new IllegalArgumentException("compression type " + value + " is unknown");
        };
    }

    /** The type a compressed message's {@code sysFlag} names. */
    public static CompressionType ofSysFlag(int sysFlag) {
        return findByValue((sysFlag & MessageSysFlag.COMPRESSION_TYPE_MASK) >> TYPE_SHIFT);
    }
}
