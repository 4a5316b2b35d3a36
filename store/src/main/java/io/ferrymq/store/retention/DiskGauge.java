package io.ferrymq.store.retention;

import io.ferrymq.store.DiskUse;
import io.ferrymq.store.StoreException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** Measures the use of the disk below a path; tests put their own figures here. */
@FunctionalInterface
public interface DiskGauge {
    DiskUse measure(Path path);

    /** What the file system says. Space that only the administrator may use does not count as free or total. */
    static DiskUse ofFileSystem(Path path) {
        try {
            FileStore store = Files.getFileStore(path);
            long free = store.getUsableSpace();
            long used = store.getTotalSpace() - store.getUnallocatedSpace();
            return new DiskUse(path, used + free, free);
        } catch (IOException e) {
            throw new StoreException(path, "use of the disk cannot be measured", e);
        }
    }
}
