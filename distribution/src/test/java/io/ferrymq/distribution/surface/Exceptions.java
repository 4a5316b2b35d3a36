package io.ferrymq.distribution.surface;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A list of what our surface lacks: a class, or a line of it, each; a star at the end stands for anything. What a line with {@code #} says is the
 * reason for all lines below it.
 */
final class Exceptions {
    private final Path file;
    private final List<String> entries = new ArrayList<>();
    private final Set<String> used = new TreeSet<>();

    private Exceptions(Path file) {
        this.file = file;
    }

    static Exceptions read(String name) {
        Exceptions exceptions = new Exceptions(Path.of("src", "test", "resources", "api", name));
        try {
            boolean hasReason = false;
            for (String line : Files.readAllLines(exceptions.file)) {
                if (line.startsWith("#")) {
                    hasReason = true;
                } else if (line.isBlank()) {
                    hasReason = false;
                } else if (hasReason) {
                    exceptions.entries.add(line.strip());
                } else {
                    throw new IllegalStateException(exceptions.file + ": no reason stands above: " + line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return exceptions;
    }

    boolean covers(String missing) {
        boolean covered = false;
        for (String entry : entries) {
            boolean matches = entry.endsWith("*")
                    ? missing.startsWith(entry.substring(0, entry.length() - 1))
                    : missing.equals(entry) || missing.startsWith(entry + " ") || missing.startsWith(entry + "(");
            if (matches) {
                used.add(entry);
                covered = true;
            }
        }
        return covered;
    }

    /** Entries that excuse nothing any more. */
    List<String> stale() {
        return entries.stream().filter(entry -> !used.contains(entry)).toList();
    }
}
