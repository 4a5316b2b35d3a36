package io.ferrymq.store.check;

import io.ferrymq.store.file.StoreFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files of the log, in order of their addresses, and what is wrong with their names and sizes. */
final class LogFiles {
    private final List<LogFile> files;

    private LogFiles(List<LogFile> files) {
        this.files = List.copyOf(files);
    }

    static LogFiles find(Path dir, Findings findings) {
        if (!Files.isDirectory(dir)) {
            findings.add(Finding.damaged(dir, -1, "is no directory: there is no commit log"));
            return new LogFiles(List.of());
        }
        List<Path> named = new ArrayList<>();
        for (Path path : StoreFiles.list(dir)) {
            if (StoreFiles.parseOffsetName(path) >= 0) {
                named.add(path);
            } else {
                findings.add(Finding.note(path, "is no file of a commit log"));
            }
        }
        // What a crash in the middle of making the next file leaves.
        if (!named.isEmpty() && StoreFiles.size(named.get(named.size() - 1)) == 0) {
            findings.add(Finding.note(named.remove(named.size() - 1), "is empty: it was about to be made"));
        }
        return new LogFiles(checked(named, findings));
    }

    private static List<LogFile> checked(List<Path> named, Findings findings) {
        long size = commonSize(named);
        List<LogFile> found = new ArrayList<>();
        long expected = -1;
        for (Path path : named) {
            long base = StoreFiles.parseOffsetName(path);
            long bytes = StoreFiles.size(path);
            if (bytes != size) {
                findings.add(Finding.damaged(path, Math.min(bytes, size), "has " + bytes + " bytes, expected " + size));
            }
            if (expected >= 0 && base != expected) {
                findings.add(Finding.damaged(
                        path, -1, "follows a gap: the file " + StoreFiles.offsetName(expected) + " is missing"));
            }
            expected = base + size;
            if (bytes > 0) {
                found.add(new LogFile(path, base, (int) Math.min(bytes, Math.min(size, Integer.MAX_VALUE))));
            }
        }
        return found;
    }

    /** Most files have it; of two sizes that are as frequent the larger one, as files are rather cut short than extended. */
    private static long commonSize(List<Path> named) {
        long best = 0;
        long bestCount = 0;
        for (Path path : named) {
            long size = StoreFiles.size(path);
            long count = named.stream()
                    .filter(other -> StoreFiles.size(other) == size)
                    .count();
            if (count > bestCount || (count == bestCount && size > best)) {
                best = size;
                bestCount = count;
            }
        }
        return best;
    }

    List<LogFile> list() {
        return files;
    }

    long min() {
        return files.isEmpty() ? 0 : files.get(0).base();
    }

    long bytes() {
        return files.stream().mapToLong(LogFile::bytes).sum();
    }

    /** The file that holds an address, null where none does. */
    LogFile find(long address) {
        for (LogFile file : files) {
            if (address >= file.base() && address < file.end()) {
                return file;
            }
        }
        return null;
    }
}
