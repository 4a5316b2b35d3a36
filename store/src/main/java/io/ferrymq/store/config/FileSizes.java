package io.ferrymq.store.config;

/**
 * Sizes of files. Files found on disk keep the size they have.
 *
 * @param logSegmentBytes {@code mappedFileSizeCommitLog}
 * @param queueFileBytes {@code mappedFileSizeConsumeQueue}, rounded up to whole entries
 * @param indexSlots {@code maxHashSlotNum}
 * @param indexEntries {@code maxIndexNum}
 * @param reserveStepBytes how much space of the log is claimed on disk in one step ahead of the write position; small enough that
 *     what was claimed is still in the processor's cache when it is written to
 * @param mappedQueueFilesMax how many queue files are mapped at once, least recently used first out
 * @param extensionFileBytes {@code mappedFileSizeConsumeQueueExt}; 0 without {@code enableConsumeQueueExt}: extensions are read, not made
 */
public record FileSizes(
        int logSegmentBytes,
        int queueFileBytes,
        int indexSlots,
        int indexEntries,
        int reserveStepBytes,
        int mappedQueueFilesMax,
        int extensionFileBytes) {
    public static final FileSizes DEFAULT =
            new FileSizes(1 << 30, 300_000 * 20, 5_000_000, 20_000_000, 1 << 20, 4096, 0);
    private static final int QUEUE_ENTRY_BYTES = 20;

    public FileSizes {
        Checks.range("mappedFileSizeCommitLog", logSegmentBytes, 4096, Integer.MAX_VALUE);
        Checks.range(
                "mappedFileSizeConsumeQueue", queueFileBytes, QUEUE_ENTRY_BYTES, Integer.MAX_VALUE - QUEUE_ENTRY_BYTES);
        Checks.range("maxHashSlotNum", indexSlots, 1, 100_000_000);
        Checks.range("maxIndexNum", indexEntries, 2, 80_000_000);
        Checks.range("reserveStepBytes", reserveStepBytes, 4096, 1 << 30);
        Checks.range("mappedQueueFilesMax", mappedQueueFilesMax, 2, 60_000);
        Checks.range("mappedFileSizeConsumeQueueExt", extensionFileBytes, 0, Integer.MAX_VALUE);
        queueFileBytes = (queueFileBytes + QUEUE_ENTRY_BYTES - 1) / QUEUE_ENTRY_BYTES * QUEUE_ENTRY_BYTES;
    }

    public FileSizes withLogSegmentBytes(int bytes) {
        return new FileSizes(
                bytes,
                queueFileBytes,
                indexSlots,
                indexEntries,
                reserveStepBytes,
                mappedQueueFilesMax,
                extensionFileBytes);
    }

    public FileSizes withQueueFileBytes(int bytes) {
        return new FileSizes(
                logSegmentBytes,
                bytes,
                indexSlots,
                indexEntries,
                reserveStepBytes,
                mappedQueueFilesMax,
                extensionFileBytes);
    }

    public FileSizes withIndex(int slots, int entries) {
        return new FileSizes(
                logSegmentBytes,
                queueFileBytes,
                slots,
                entries,
                reserveStepBytes,
                mappedQueueFilesMax,
                extensionFileBytes);
    }

    public FileSizes withReserveStepBytes(int bytes) {
        return new FileSizes(
                logSegmentBytes,
                queueFileBytes,
                indexSlots,
                indexEntries,
                bytes,
                mappedQueueFilesMax,
                extensionFileBytes);
    }

    public FileSizes withMappedQueueFilesMax(int count) {
        return new FileSizes(
                logSegmentBytes, queueFileBytes, indexSlots, indexEntries, reserveStepBytes, count, extensionFileBytes);
    }

    /** @param bytes 0: no extensions are made */
    public FileSizes withExtensionFileBytes(int bytes) {
        return new FileSizes(
                logSegmentBytes,
                queueFileBytes,
                indexSlots,
                indexEntries,
                reserveStepBytes,
                mappedQueueFilesMax,
                bytes);
    }
}
