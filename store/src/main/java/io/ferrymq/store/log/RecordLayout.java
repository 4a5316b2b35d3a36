package io.ferrymq.store.log;

/**
 * A message record, byte by byte (big-endian). Offsets are those of IPv4 hosts; each IPv6 host before a field adds 12.
 *
 * <pre>
 *   0  | totalSize 4     | magic 4          | bodyCrc 4     | queueId 4            |
 *  16  | flag 4          | queueOffset 8                    | physicalOffset 8     |
 *  36  | sysFlag 4       | bornTimestamp 8                  | bornHost 8 or 20     |
 *  56  | storeTimestamp 8                   | storeHost 8 or 20                    |
 *  72  | reconsumeTimes 4| preparedTransactionOffset 8      | bodyLength 4         |
 *  88  | body            | topicLength 1 (version 1) or 2 (version 2) | topic      |
 *      | propertiesLength 2                 | properties                           |
 *
 *   blank record, at the end of a full file:
 *   0  | bytes to the end of the file 4     | blank magic 4 | unspecified          |
 * </pre>
 */
public final class RecordLayout {
    public static final int MAGIC_V1 = 0xDAA320A7;
    public static final int MAGIC_V2 = 0xDAA320AB;
    public static final int MAGIC_BLANK = 0xCBD43194;

    public static final int TOTAL_SIZE = 0;
    public static final int MAGIC = 4;
    public static final int BODY_CRC = 8;
    public static final int QUEUE_ID = 12;
    public static final int FLAG = 16;
    public static final int QUEUE_OFFSET = 20;
    public static final int PHYSICAL_OFFSET = 28;
    public static final int SYS_FLAG = 36;
    public static final int BORN_TIMESTAMP = 40;
    public static final int BORN_HOST = 48;
    static final int AFTER_BORN_HOST_V4 = 56;
    /** From the end of the born host. */
    static final int STORE_TIMESTAMP_AFTER = 0;

    static final int STORE_HOST_AFTER = 8;

    /** From the end of the store host. */
    static final int RECONSUME_TIMES_AFTER = 0;

    static final int PREPARED_OFFSET_AFTER = 4;
    static final int BODY_LENGTH_AFTER = 12;
    static final int BODY_AFTER = 16;

    /** All but body, topic and properties, version 1, IPv4 hosts. */
    public static final int FIXED_SIZE_BYTES = 91;

    static final int IPV6_EXTRA_BYTES = 12;

    /** A blank record needs no more, and every append leaves that much in the file. */
    public static final int BLANK_SIZE_BYTES = 8;

    /** A version 1 reader takes the topic length as a signed byte. */
    public static final int TOPIC_V1_MAX_BYTES = 127;

    public static final int TOPIC_MAX_BYTES = 255;

    /** The checksum does not cover the header: larger ones are damage, not data. */
    public static final int QUEUE_ID_MAX = (1 << 20) - 1;

    static final long QUEUE_OFFSET_MAX = 1L << 50;

    /** The checksum is stored as a non-negative number. */
    static final int CRC_MASK = 0x7FFFFFFF;

    public static final int SYS_FLAG_TRANSACTION_MASK = 0xC;
    public static final int SYS_FLAG_PREPARED = 0x4;
    public static final int SYS_FLAG_ROLLBACK = 0xC;
    public static final int SYS_FLAG_BORN_IPV6 = 0x10;
    public static final int SYS_FLAG_STORE_IPV6 = 0x20;

    /** The body holds several messages, which stand in a queue of the batch form. */
    public static final int SYS_FLAG_INNER_BATCH = 0x80;

    private RecordLayout() {}

    /** Prepared and rolled back messages are in no queue. */
    public static boolean isQueued(int sysFlag) {
        int type = sysFlag & SYS_FLAG_TRANSACTION_MASK;
        return type != SYS_FLAG_PREPARED && type != SYS_FLAG_ROLLBACK;
    }

    public static boolean isRollback(int sysFlag) {
        return (sysFlag & SYS_FLAG_TRANSACTION_MASK) == SYS_FLAG_ROLLBACK;
    }

    static int hostBytes(boolean ipv6) {
        return ipv6 ? 20 : 8;
    }

    static int size(int sysFlag, boolean version2, int bodyBytes, int topicBytes, int propertiesBytes) {
        return FIXED_SIZE_BYTES
                + (version2 ? 1 : 0)
                + ((sysFlag & SYS_FLAG_BORN_IPV6) != 0 ? IPV6_EXTRA_BYTES : 0)
                + ((sysFlag & SYS_FLAG_STORE_IPV6) != 0 ? IPV6_EXTRA_BYTES : 0)
                + bodyBytes
                + topicBytes
                + propertiesBytes;
    }
}
