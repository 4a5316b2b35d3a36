package io.ferrymq.broker.config;

import static io.ferrymq.common.config.ConfigKey.ofBoolean;
import static io.ferrymq.common.config.ConfigKey.ofEnum;
import static io.ferrymq.common.config.ConfigKey.ofInt;
import static io.ferrymq.common.config.ConfigKey.ofList;
import static io.ferrymq.common.config.ConfigKey.ofLong;
import static io.ferrymq.common.config.ConfigKey.ofMillis;
import static io.ferrymq.common.config.ConfigKey.ofString;

import io.ferrymq.common.config.ConfigKey;
import io.ferrymq.store.config.FlushMode;
import java.util.List;

/** Where and how messages are kept: RocketMQ's store keys that have an effect here (spec: broker 22.2, storage 11). */
public final class StoreKeys {
    private static final int HOUR_MS = 3_600_000;
    private static final int MIB = 1 << 20;

    // Directories and files.
    public static final ConfigKey<String> STORE_PATH_ROOT_DIR =
            ofString("storePathRootDir", "").doc("Store directory; empty: 'store' in the home directory of the user.");
    public static final ConfigKey<String> STORE_PATH_COMMIT_LOG =
            ofString("storePathCommitLog", "").doc("Directory of the log; empty: 'commitlog' in the store directory.");
    public static final ConfigKey<Integer> MAPPED_FILE_SIZE_COMMIT_LOG =
            ofInt("mappedFileSizeCommitLog", 1 << 30, 4096, Integer.MAX_VALUE).doc("Size of a log file in bytes.");
    public static final ConfigKey<Integer> MAPPED_FILE_SIZE_CONSUME_QUEUE = ofInt(
                    "mappedFileSizeConsumeQueue", 300_000 * 20, 20, Integer.MAX_VALUE - 20)
            .doc("Size of a queue file in bytes.");
    public static final ConfigKey<Boolean> ENABLE_CONSUME_QUEUE_EXT =
            ofBoolean("enableConsumeQueueExt", false).doc("Keep extension files beside the queues, for bit maps.");
    public static final ConfigKey<Integer> MAPPED_FILE_SIZE_CONSUME_QUEUE_EXT = ofInt(
                    "mappedFileSizeConsumeQueueExt", 48 * MIB, 4096, Integer.MAX_VALUE)
            .doc("Size of an extension file in bytes.");
    public static final ConfigKey<Boolean> ENABLE_CALC_FILTER_BIT_MAP = ofBoolean("enableCalcFilterBitMap", false)
            .doc("With extension files: note for each message which groups' SQL92 expressions match it.");
    public static final ConfigKey<Integer> MAX_HASH_SLOT_NUM =
            ofInt("maxHashSlotNum", 5_000_000, 1, 100_000_000).doc("Hash slots of a key index file.");
    public static final ConfigKey<Integer> MAX_INDEX_NUM =
            ofInt("maxIndexNum", 20_000_000, 2, 80_000_000).doc("Entries of a key index file.");
    public static final ConfigKey<Boolean> MESSAGE_INDEX_ENABLE =
            ofBoolean("messageIndexEnable", true).doc("Keep the index by which messages are found by key.");

    // Flush.
    public static final ConfigKey<FlushMode> FLUSH_DISK_TYPE = ofEnum("flushDiskType", FlushMode.ASYNC_FLUSH)
            .doc("SYNC_FLUSH answers a send once the message is on the disk.");
    public static final ConfigKey<Long> FLUSH_INTERVAL_COMMIT_LOG =
            ofMillis("flushIntervalCommitLog", 500, 1, HOUR_MS).doc("How often the log is forced to disk.");
    public static final ConfigKey<Integer> FLUSH_COMMIT_LOG_LEAST_PAGES =
            ofInt("flushCommitLogLeastPages", 4, 0, MIB).doc("Fewer unflushed pages wait for the thorough flush.");
    public static final ConfigKey<Long> FLUSH_COMMIT_LOG_THOROUGH_INTERVAL =
            ofMillis("flushCommitLogThoroughInterval", 10_000, 1, HOUR_MS).doc("How often all of the log is forced.");
    public static final ConfigKey<Long> FLUSH_CONSUME_QUEUE_THOROUGH_INTERVAL = ofMillis(
                    "flushConsumeQueueThoroughInterval", 60_000, 10, HOUR_MS)
            .doc("How often queues, index and checkpoint are forced; recovery begins at the last such moment.");
    public static final ConfigKey<Long> SYNC_FLUSH_TIMEOUT = ofMillis("syncFlushTimeout", 2_500, 1, 600_000)
            .dynamic()
            .doc("How long a send waits for the disk. Clients give up after 3 s by default: less than that, and"
                    + " they learn why.");

    public static final ConfigKey<Long> RECOVERY_RETRY_TIMEOUT = ofMillis(
                    "recoveryRetryTimeoutMills", 30_000, 0, HOUR_MS)
            .doc("How long a start tries again, with growing pauses, when the disk cannot be read or written.");

    // Limits.
    public static final ConfigKey<Integer> MAX_MESSAGE_SIZE =
            ofInt("maxMessageSize", 4 * MIB, 1, 1024 * MIB).dynamic().doc("Largest message body in bytes.");
    public static final ConfigKey<Boolean> AUTO_MESSAGE_VERSION_ON_TOPIC_LEN = ofBoolean(
                    "autoMessageVersionOnTopicLen", true)
            .doc("Topics over 127 bytes get records of version 2, which RocketMQ before 5.1 cannot read.");
    public static final ConfigKey<Long> OS_PAGE_CACHE_BUSY_TIMEOUT = ofMillis(
                    "osPageCacheBusyTimeOutMills", 1_000, 1, HOUR_MS)
            .doc("Sends are answered 'busy' while one has held the log for longer than this.");
    public static final ConfigKey<Integer> MAX_TRANSFER_BYTES_IN_MEMORY = ofInt(
                    "maxTransferBytesOnMessageInMemory", 262_144, 1, 128 * MIB)
            .doc("Most bytes of one pull when the messages are in memory.");
    public static final ConfigKey<Integer> MAX_TRANSFER_COUNT_IN_MEMORY = ofInt(
                    "maxTransferCountOnMessageInMemory", 32, 1, 100_000)
            .doc("Most messages of one pull when they are in memory.");
    public static final ConfigKey<Integer> MAX_TRANSFER_BYTES_IN_DISK = ofInt(
                    "maxTransferBytesOnMessageInDisk", 65_536, 1, 128 * MIB)
            .doc("Most bytes of one pull when the messages are on disk.");
    public static final ConfigKey<Integer> MAX_TRANSFER_COUNT_IN_DISK = ofInt(
                    "maxTransferCountOnMessageInDisk", 8, 1, 100_000)
            .doc("Most messages of one pull when they are on disk.");
    public static final ConfigKey<Integer> ACCESS_MESSAGE_IN_MEMORY_MAX_RATIO = ofInt(
                    "accessMessageInMemoryMaxRatio", 40, 0, 100)
            .doc("Share of the machine's memory in percent: messages no further back count as in memory.");
    public static final ConfigKey<Integer> MAX_FILTER_MESSAGE_SIZE =
            ofInt("maxFilterMessageSize", 16_000, 20, 64 * MIB).doc("Bytes of a queue that one pull looks at.");
    public static final ConfigKey<Integer> MAX_MSGS_NUM_BATCH =
            ofInt("maxMsgsNumBatch", 64, 1, 100_000).doc("Most messages of one query by key.");
    public static final ConfigKey<Integer> DEFAULT_QUERY_MAX_NUM =
            ofInt("defaultQueryMaxNum", 32, 1, 100_000).doc("Messages of a query by unique key.");

    // Retention.
    public static final ConfigKey<Integer> FILE_RESERVED_TIME =
            ofInt("fileReservedTime", 72, 0, 1_000_000).dynamic().doc("Hours after which a log file expires.");
    public static final ConfigKey<List<String>> DELETE_WHEN = ofList("deleteWhen", List.of("04"))
            .allowing("hours from 00 to 23, separated by ';'", StoreKeys::areHours)
            .dynamic()
            .doc("Hours of the day at which expired files are deleted.");
    public static final ConfigKey<Integer> DISK_MAX_USED_SPACE_RATIO = ofInt("diskMaxUsedSpaceRatio", 75, 10, 95)
            .dynamic()
            .doc("Use of the disk in percent above which expired files are deleted at any hour.");
    public static final ConfigKey<Integer> DISK_SPACE_CLEAN_FORCIBLY_RATIO = ofInt(
                    "diskSpaceCleanForciblyRatio", 85, 30, 99)
            .dynamic()
            .doc("Use of the disk in percent above which the oldest files are deleted, expired or not.");
    public static final ConfigKey<Integer> DISK_SPACE_WARNING_LEVEL_RATIO = ofInt(
                    "diskSpaceWarningLevelRatio", 90, 35, 99)
            .dynamic()
            .doc("Use of the disk in percent above which sends are refused.");
    public static final ConfigKey<Boolean> CLEAN_FILE_FORCIBLY_ENABLE = ofBoolean("cleanFileForciblyEnable", true)
            .dynamic()
            .doc("false refuses sends on a full disk instead of deleting files that have not expired.");
    public static final ConfigKey<Long> DISK_FREE_MIN_BYTES = ofLong("diskFreeMinBytes", 4L << 30, 0, Long.MAX_VALUE)
            .dynamic()
            .doc("Free bytes that are always enough to take sends, however full the disk is in percent.");
    public static final ConfigKey<Long> CLEAN_RESOURCE_INTERVAL =
            ofMillis("cleanResourceInterval", 10_000, 1, HOUR_MS).doc("How often files to be deleted are looked for.");
    public static final ConfigKey<Integer> DELETE_FILE_BATCH_MAX =
            ofInt("deleteFileBatchMax", 10, 1, 1_000_000).dynamic().doc("Log files deleted in one round.");

    // Delayed messages.
    public static final ConfigKey<String> MESSAGE_DELAY_LEVEL = ofString(
                    "messageDelayLevel", "1s 5s 10s 30s 1m 2m 3m 4m 5m 6m 7m 8m 9m 10m 20m 30m 1h 2h")
            .doc("Delays of level 1, 2, … separated by blanks; units s, m, h, d.");
    public static final ConfigKey<Long> FLUSH_DELAY_OFFSET_INTERVAL = ofMillis(
                    "flushDelayOffsetInterval", 10_000, 10, HOUR_MS)
            .doc("How often the positions of delayed delivery are written to disk.");

    private StoreKeys() {}

    private static boolean areHours(List<String> pieces) {
        return !pieces.isEmpty() && pieces.stream().allMatch(piece -> piece.matches("[01]?[0-9]|2[0-3]"));
    }
}
