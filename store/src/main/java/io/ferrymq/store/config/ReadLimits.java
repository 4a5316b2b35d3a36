package io.ferrymq.store.config;

/**
 * Limits of one read.
 *
 * @param memoryMaxBytes {@code maxTransferBytesOnMessageInMemory}
 * @param memoryMaxCount {@code maxTransferCountOnMessageInMemory}
 * @param diskMaxBytes {@code maxTransferBytesOnMessageInDisk}
 * @param diskMaxCount {@code maxTransferCountOnMessageInDisk}
 * @param scanBytes {@code maxFilterMessageSize}: bytes of a consume queue looked at
 * @param keyQueryMaxCount {@code maxMsgsNumBatch}
 * @param inMemoryBytes how far behind the end of the log a record counts as being in memory ({@code accessMessageInMemoryMaxRatio}
 *     of the machine's memory)
 */
public record ReadLimits(
        int memoryMaxBytes,
        int memoryMaxCount,
        int diskMaxBytes,
        int diskMaxCount,
        int scanBytes,
        int keyQueryMaxCount,
        long inMemoryBytes) {
    public static final ReadLimits DEFAULT = new ReadLimits(262_144, 32, 65_536, 8, 16_000, 64, 4L << 30);

    public ReadLimits {
        Checks.range("maxTransferBytesOnMessageInMemory", memoryMaxBytes, 1, 128 << 20);
        Checks.range("maxTransferCountOnMessageInMemory", memoryMaxCount, 1, 100_000);
        Checks.range("maxTransferBytesOnMessageInDisk", diskMaxBytes, 1, 128 << 20);
        Checks.range("maxTransferCountOnMessageInDisk", diskMaxCount, 1, 100_000);
        Checks.range("maxFilterMessageSize", scanBytes, 20, 64 << 20);
        Checks.range("maxMsgsNumBatch", keyQueryMaxCount, 1, 100_000);
        Checks.range("accessMessageInMemoryMaxRatio", inMemoryBytes, 0, Long.MAX_VALUE);
    }

    public ReadLimits withInMemoryBytes(long bytes) {
        return new ReadLimits(
                memoryMaxBytes, memoryMaxCount, diskMaxBytes, diskMaxCount, scanBytes, keyQueryMaxCount, bytes);
    }
}
