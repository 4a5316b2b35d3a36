package io.ferrymq.store.recovery;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file {@code abort}: there while the store runs, and left behind by a crash. Holds the process id. */
public final class AbortFile {
    private final Path file;

    public AbortFile(Path rootDir) {
        this.file = rootDir.resolve("abort");
    }

    public boolean exists() {
        return Files.exists(file);
    }

    /** Before anything is written that it must warn of: it survives the loss of power, too. */
    public void create() {
        try {
            Files.write(file, Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII));
            StoreFiles.force(file);
            StoreFiles.forceDirectory(file.toAbsolutePath().getParent());
        } catch (IOException e) {
            throw new StoreException(file, "cannot be written", e);
        }
    }

    /** Only when queues and index hold every record of the log: nobody repairs a directory that looks clean. */
    public void delete() {
        StoreFiles.delete(file);
    }
}
