package io.ferrymq.store.recovery;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/**
 * The file {@code abort}: there while the store runs, and left behind by a crash. Holds the process id and, in a line of our own, what tells a killed process from a
 * machine that went down: the boot of the machine, and the identity of this file, which a copy of the directory does not have.
 */
public final class AbortFile {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final Path file;

    public AbortFile(Path rootDir) {
        this.file = rootDir.resolve("abort");
    }

    public boolean exists() {
        return Files.exists(file);
    }

    /** Before anything is written that it must warn of: it survives the loss of power, too. */
    public void create() {
        String pid = Long.toString(ProcessHandle.current().pid());
        try {
            // Made first: its identity is part of its content.
            Files.writeString(file, pid, StandardCharsets.US_ASCII);
            String mark = mark();
            if (!mark.isEmpty()) {
                Files.writeString(file, pid + "\n" + mark + "\n", StandardCharsets.US_ASCII);
            }
            StoreFiles.force(file);
            StoreFiles.forceDirectory(file.toAbsolutePath().getParent());
        } catch (IOException e) {
            throw new StoreException(file, "cannot be written", e);
        }
    }

    /** What was written may not be there any more, as the disk failed: the next start is not to rely on it. */
    public void distrust() {
        try {
            Files.writeString(file, Long.toString(ProcessHandle.current().pid()), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new StoreException(file, "cannot be written", e);
        }
    }

    /**
     * Whether the store was last run by us, in this directory, since the machine was started: then all that was written is there, forced or not. False whenever
     * that is not certain.
     */
    public boolean isOfThisBoot() {
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
            String mark = mark();
            return lines.size() == 2 && !mark.isEmpty() && lines.get(1).equals(mark);
        } catch (IOException e) {
            return false;
        }
    }

    /** Empty where the system does not tell. */
    private String mark() throws IOException {
        boolean isKnown = file.getFileSystem() == FileSystems.getDefault() && Files.isReadable(BOOT_ID);
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return isKnown && key != null ? "boot " + Files.readString(BOOT_ID).strip() + " file " + key : "";
    }

    /** Only when queues and index hold every record of the log: nobody repairs a directory that looks clean. */
    public void delete() {
        StoreFiles.delete(file);
    }
}
