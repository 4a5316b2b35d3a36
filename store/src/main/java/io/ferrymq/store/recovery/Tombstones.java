package io.ferrymq.store.recovery;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.dispatch.DeletedTopics;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Deleted topics, each with the end of the log at its deletion: records before it are dead, although the log still holds them, so that no recovery brings their queues
 * back. A file of our own, {@code ferrymq.deleted}, lines {@code address topic}.
 */
public final class Tombstones implements DeletedTopics {
    private final Path file;
    private final Map<String, Long> deadBefore = new ConcurrentHashMap<>();

    public Tombstones(Path rootDir) {
        this.file = file(rootDir);
        if (Files.exists(file)) {
            read();
        }
    }

    public static Path file(Path rootDir) {
        return rootDir.resolve("ferrymq.deleted");
    }

    private void read() {
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                int blank = line.indexOf(' ');
                if (blank > 0) {
                    deadBefore.put(line.substring(blank + 1), Long.parseLong(line.substring(0, blank)));
                }
            }
        } catch (IOException | NumberFormatException e) {
            throw new StoreException(file, "cannot be read", e);
        }
    }

    @Override
    public boolean isDead(String topic, long physicalOffset) {
        Long bound = deadBefore.get(topic);
        return bound != null && physicalOffset < bound;
    }

    /** Where the topic's dead records end; 0 when it has none. */
    public long of(String topic) {
        return deadBefore.getOrDefault(topic, 0L);
    }

    /** A copy of all marks. */
    public Map<String, Long> all() {
        return Map.copyOf(deadBefore);
    }

    /** Marks a topic's records before this address; on disk when this returns. */
    public void add(String topic, long logEnd) {
        deadBefore.put(topic, logEnd);
        write();
    }

    /** Forgets marks about records that the log no longer holds. */
    public void trim(long logMinOffset) {
        if (deadBefore.values().removeIf(bound -> bound <= logMinOffset)) {
            write();
        }
    }

    private synchronized void write() {
        StringBuilder lines = new StringBuilder();
        new TreeMap<>(deadBefore)
                .forEach((topic, bound) ->
                        lines.append(bound).append(' ').append(topic).append('\n'));
        try {
            StoreFiles.replace(file, lines.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new StoreException(file, "cannot be written", e);
        }
    }
}
