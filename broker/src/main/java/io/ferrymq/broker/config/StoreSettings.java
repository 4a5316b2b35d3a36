package io.ferrymq.broker.config;

import io.ferrymq.broker.delay.DelayLevels;
import io.ferrymq.store.StoreAdmin;
import io.ferrymq.store.StoreConfig;
import io.ferrymq.store.config.FileSizes;
import io.ferrymq.store.config.FlushPolicy;
import io.ferrymq.store.config.ReadLimits;
import io.ferrymq.store.config.RetentionPolicy;
import io.ferrymq.store.config.WriteLimits;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The store's own configuration out of the broker's settings. */
public final class StoreSettings {
    private static final long HOUR_MS = 3_600_000;

    private StoreSettings() {}

    public static StoreConfig of(BrokerConfig config, DelayLevels delays) {
        Path root = rootDir(config);
        String log = config.get(StoreKeys.STORE_PATH_COMMIT_LOG);
        return new StoreConfig(
                root,
                log.isEmpty() ? root.resolve("commitlog") : Path.of(log),
                files(config),
                flush(config),
                new WriteLimits(
                        config.get(StoreKeys.MAX_MESSAGE_SIZE),
                        config.get(StoreKeys.AUTO_MESSAGE_VERSION_ON_TOPIC_LEN),
                        config.get(StoreKeys.MESSAGE_INDEX_ENABLE),
                        config.get(StoreKeys.OS_PAGE_CACHE_BUSY_TIMEOUT),
                        delays.delaysMs()),
                reads(config),
                retention(config),
                config.get(StoreKeys.RECOVERY_RETRY_TIMEOUT),
                config.get(ReplicationKeys.BROKER_ROLE) == BrokerRole.SLAVE);
    }

    /** Whether bit maps of filters are kept: they have their place in extension files only. */
    public static boolean keepsBitMaps(BrokerConfig config) {
        return config.get(StoreKeys.ENABLE_CALC_FILTER_BIT_MAP) && config.get(StoreKeys.ENABLE_CONSUME_QUEUE_EXT);
    }

    /** {@code storePathRootDir}. */
    public static Path rootDir(BrokerConfig config) {
        String root = config.get(StoreKeys.STORE_PATH_ROOT_DIR);
        return root.isEmpty() ? Path.of(System.getProperty("user.home"), "store") : Path.of(root);
    }

    private static FileSizes files(BrokerConfig config) {
        return new FileSizes(
                config.get(StoreKeys.MAPPED_FILE_SIZE_COMMIT_LOG),
                config.get(StoreKeys.MAPPED_FILE_SIZE_CONSUME_QUEUE),
                config.get(StoreKeys.MAX_HASH_SLOT_NUM),
                config.get(StoreKeys.MAX_INDEX_NUM),
                FileSizes.DEFAULT.reserveStepBytes(),
                FileSizes.DEFAULT.mappedQueueFilesMax(),
                config.get(StoreKeys.ENABLE_CONSUME_QUEUE_EXT)
                        ? config.get(StoreKeys.MAPPED_FILE_SIZE_CONSUME_QUEUE_EXT)
                        : 0);
    }

    private static FlushPolicy flush(BrokerConfig config) {
        return new FlushPolicy(
                config.get(StoreKeys.FLUSH_DISK_TYPE),
                config.get(StoreKeys.FLUSH_INTERVAL_COMMIT_LOG),
                config.get(StoreKeys.FLUSH_COMMIT_LOG_LEAST_PAGES),
                config.get(StoreKeys.FLUSH_COMMIT_LOG_THOROUGH_INTERVAL),
                config.get(StoreKeys.FLUSH_CONSUME_QUEUE_THOROUGH_INTERVAL));
    }

    private static ReadLimits reads(BrokerConfig config) {
        return new ReadLimits(
                config.get(StoreKeys.MAX_TRANSFER_BYTES_IN_MEMORY),
                config.get(StoreKeys.MAX_TRANSFER_COUNT_IN_MEMORY),
                config.get(StoreKeys.MAX_TRANSFER_BYTES_IN_DISK),
                config.get(StoreKeys.MAX_TRANSFER_COUNT_IN_DISK),
                config.get(StoreKeys.MAX_FILTER_MESSAGE_SIZE),
                config.get(StoreKeys.MAX_MSGS_NUM_BATCH),
                inMemoryBytes(config));
    }

    /** How far behind the log's end a message counts as being in memory. */
    public static long inMemoryBytes(BrokerConfig config) {
        return machineMemoryBytes() / 100 * config.get(StoreKeys.ACCESS_MESSAGE_IN_MEMORY_MAX_RATIO);
    }

    private static long machineMemoryBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : Runtime.getRuntime().maxMemory();
    }

    /** Has the store follow the settings that change while it runs. */
    public static void follow(LiveConfig live, StoreAdmin store) {
        live.onChange(changed -> {
            store.retain(retention(changed));
            store.limitBodies(changed.get(StoreKeys.MAX_MESSAGE_SIZE));
        });
    }

    private static RetentionPolicy retention(BrokerConfig config) {
        return new RetentionPolicy(
                config.get(StoreKeys.FILE_RESERVED_TIME) * HOUR_MS,
                config.get(StoreKeys.DELETE_WHEN).stream().map(Integer::valueOf).collect(Collectors.toSet()),
                config.get(StoreKeys.DISK_MAX_USED_SPACE_RATIO),
                config.get(StoreKeys.DISK_SPACE_CLEAN_FORCIBLY_RATIO),
                config.get(StoreKeys.DISK_SPACE_WARNING_LEVEL_RATIO),
                config.get(StoreKeys.CLEAN_FILE_FORCIBLY_ENABLE),
                config.get(StoreKeys.DISK_FREE_MIN_BYTES),
                RetentionPolicy.DEFAULT.checkIntervalMs(),
                config.get(StoreKeys.CLEAN_RESOURCE_INTERVAL),
                config.get(StoreKeys.DELETE_FILE_BATCH_MAX));
    }
}
