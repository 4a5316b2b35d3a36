package io.ferrymq.store;

import java.nio.file.Path;

/** Use of the disk below one path. */
public record DiskUse(Path path, long totalBytes, long freeBytes) {
    /** Used share in percent, rounded up. */
    public int usedPercent() {
        return totalBytes <= 0 ? 0 : (int) Math.ceil(100.0 * (totalBytes - freeBytes) / totalBytes);
    }
}
