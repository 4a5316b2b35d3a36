package io.ferrymq.common.io;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A text file that is always whole: the new text is written aside, forced, and renamed over the old one, which stays as
 * {@code .bak}. A power loss at any moment leaves the old text or the new one. A file that cannot be read any more is
 * kept aside as {@code .damaged}, so that it never takes the place of a good backup.
 */
public final class StateFile {
    private final Path file;
    private final Path backup;
    private final Path aside;
    private final Path damaged;

    public StateFile(Path file) {
        this.file = file;
        this.backup = file.resolveSibling(file.getFileName() + ".bak");
        this.aside = file.resolveSibling(file.getFileName() + ".tmp");
        this.damaged = file.resolveSibling(file.getFileName() + ".damaged");
    }

    public Path path() {
        return file;
    }

    /** Which file a value came from. */
    public enum Source {
        MAIN,
        BACKUP,
        /** Neither file was there or readable: the caller's defaults hold. */
        NONE
    }

    /**
     * What was read.
     *
     * @param value present unless the source is {@link Source#NONE}
     * @param problems why the main file, and perhaps the backup, was not used; empty when all is well or there never was
     *     a file. One line each, to be logged
     */
    public record Loaded<T>(Optional<T> value, Source source, List<String> problems) {
        public Loaded {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Reads the file, or its backup when the file is missing, empty, or refused by the parser.
     *
     * @param parser throws any runtime exception for a text it cannot use
     * @throws UncheckedIOException when a file may not be read by this user: it may be perfectly good, so nothing is put in its place
     */
    public synchronized <T> Loaded<T> read(Function<String, T> parser) {
        List<String> problems = new ArrayList<>();
        Optional<T> main = readOne(file, parser, problems);
        if (main.isPresent()) {
            return new Loaded<>(main, Source.MAIN, problems);
        }
        boolean mainMissing = problems.isEmpty();
        if (!mainMissing) {
            putAside(problems);
        }
        Optional<T> fromBackup = readOne(backup, parser, problems);
        if (fromBackup.isPresent()) {
            problems.add(
                    mainMissing
                            ? file + " is missing: its backup " + backup + " is used"
                            : backup + " is used instead");
            return new Loaded<>(fromBackup, Source.BACKUP, problems);
        }
        return new Loaded<>(Optional.empty(), Source.NONE, problems);
    }

    private static <T> Optional<T> readOne(Path path, Function<String, T> parser, List<String> problems) {
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        try {
            String text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
            if (text.isBlank()) {
                problems.add(path + " is empty");
                return Optional.empty();
            }
            return Optional.of(parser.apply(text));
        } catch (AccessDeniedException e) {
            throw new UncheckedIOException(
                    path + " may not be read by the user " + System.getProperty("user.name")
                            + ": correct its owner or permissions",
                    e);
        } catch (IOException | RuntimeException e) {
            problems.add(path + " cannot be used: " + oneLine(e));
            return Optional.empty();
        }
    }

    private static String oneLine(Exception e) {
        String text = e instanceof IOException || e.getMessage() == null ? e.toString() : e.getMessage();
        return text.lines().findFirst().orElse(e.getClass().getSimpleName());
    }

    private void putAside(List<String> problems) {
        try {
            Files.move(file, damaged, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            problems.add(file + " cannot be kept aside as " + damaged + ": " + e);
        }
    }

    /** Replaces the text. When this returns, the new text is on disk. */
    public synchronized void write(String text) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        DurableDirectories.create(directory);
        writeForced(aside, text);
        if (Files.exists(file)) {
            keepAsBackup();
        }
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceDirectory(directory);
    }

    private static void writeForced(Path path, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** A second name for the old text, so that there is no moment without a main file; a rename where links do not exist. */
    private void keepAsBackup() throws IOException {
        try {
            Files.deleteIfExists(backup);
            Files.createLink(backup, file);
        } catch (UnsupportedOperationException | IOException noLinks) {
            Files.move(file, backup, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Makes renames in a directory last. Windows has no such thing and needs none. */
    public static void forceDirectory(Path directory) throws IOException {
        if (directory.getFileSystem().getSeparator().equals("/")) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /** As {@link #write}, for callers whose own callers cannot do anything about a failing disk. */
    public void writeUnchecked(String text) {
        try {
            write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written", e);
        }
    }
}
