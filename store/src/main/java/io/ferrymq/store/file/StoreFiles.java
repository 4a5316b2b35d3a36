package io.ferrymq.store.file;

import io.ferrymq.common.io.DurableDirectories;
import io.ferrymq.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** File names and file system steps that several parts of the store share. */
public final class StoreFiles {
    private static final int OFFSET_DIGITS = 20;

    private StoreFiles() {}

    /** Name of the file whose first byte has this address: 20 digits. */
    public static String offsetName(long offset) {
        String digits = Long.toString(offset);
        return "0".repeat(OFFSET_DIGITS - digits.length()) + digits;
    }

    /** The address in a file name, -1 when the name is none. */
    public static long parseOffsetName(Path file) {
        String name = file.getFileName().toString();
        if (name.isEmpty() || name.length() > OFFSET_DIGITS || !name.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        try {
            return Long.parseLong(name);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Entries of a directory sorted by name; none when it does not exist. */
    public static List<Path> list(Path dir) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(dir)) {
            entries.forEach(found::add);
        } catch (NoSuchFileException e) {
            return found;
        } catch (IOException e) {
            throw new StoreException(dir, "cannot be listed", e);
        }
        found.sort(Comparator.comparing(path -> path.getFileName().toString()));
        return found;
    }

    /** Directories in a directory, sorted by name; none when it is none itself. */
    public static List<Path> directories(Path dir) {
        return Files.isDirectory(dir)
                ? list(dir).stream().filter(Files::isDirectory).toList()
                : List.of();
    }

    public static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new StoreException(file, "cannot be read", e);
        }
    }

    public static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new StoreException(file, "cannot be deleted", e);
        }
    }

    /** Deletes a file that could not be made as a whole; what is told is why it could not. */
    public static void deleteAfter(Path file, IOException failure) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    public static void createDirectories(Path dir) {
        try {
            Files.createDirectories(dir);
        } catch (IOException e) {
            throw new StoreException(dir, "cannot be created", e);
        }
    }

    /** As {@link #createDirectories}; the names of those made here survive the loss of power. */
    public static void createDirectoriesForced(Path dir) {
        try {
            DurableDirectories.create(dir);
        } catch (IOException e) {
            throw new StoreException(dir, "cannot be created", e);
        }
    }

    public static void deleteTree(Path dir) {
        if (!Files.exists(dir)) {
            return;
        }
        try (Stream<Path> all = Files.walk(dir)) {
            all.sorted(Comparator.reverseOrder()).forEach(StoreFiles::delete);
        } catch (IOException e) {
            throw new StoreException(dir, "cannot be deleted", e);
        }
    }

    /**
     * Brings a file's content to disk.
     *
     * @throws NotForcedException when it could not be opened
     */
    public static void force(Path file) throws IOException {
        FileChannel opened;
        try {
            opened = FileChannel.open(file, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new NotForcedException(file, e);
        }
        try (FileChannel channel = opened) {
            channel.force(true);
        }
    }

    /** Makes names created or removed in a directory survive the loss of power. */
    public static void forceDirectory(Path dir) throws IOException {
        try (FileChannel channel = FileChannel.open(dir, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Replaces a file as a whole: written aside, forced, renamed. A reader sees the old or the new one, never a mixture. */
    public static void replace(Path file, byte[] content) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".tmp");
        try (FileChannel channel = FileChannel.open(
                aside, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceDirectory(file.toAbsolutePath().getParent());
    }
}
