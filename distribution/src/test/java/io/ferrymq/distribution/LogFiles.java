package io.ferrymq.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Compares the commit logs of two store directories. */
public final class LogFiles {
    private LogFiles() {}

    /** What stands below an address, by the address of each file's first byte. */
    public static SortedMap<Long, byte[]> below(Path store, long logEnd) throws IOException {
        SortedMap<Long, byte[]> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(store.resolve("commitlog"))) {
            for (Path file : files.toList()) {
                long base = Long.parseLong(file.getFileName().toString());
                if (base < logEnd) {
                    byte[] bytes = Files.readAllBytes(file);
                    contents.put(base, Arrays.copyOf(bytes, (int) Math.min(bytes.length, logEnd - base)));
                }
            }
        }
        return contents;
    }

    /** All that the copy has is what the original has at the same addresses, up to the end of its log; returns where it begins. */
    public static long assertCopy(Path original, Path copy, long logEnd) throws IOException {
        SortedMap<Long, byte[]> of = below(original, logEnd);
        SortedMap<Long, byte[]> copied = below(copy, logEnd);
        assertThat(copied).isNotEmpty();
        assertThat(copied.lastKey()).isEqualTo(of.lastKey());
        copied.forEach((base, bytes) -> assertThat(Arrays.mismatch(bytes, of.get(base)))
                .as("first difference in the file at %d", base)
                .isEqualTo(-1));
        return copied.firstKey();
    }
}
