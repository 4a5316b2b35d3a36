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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deleted topics, each with the end of the log at its deletion: records before it are dead, although the log still holds them, so that no recovery brings their queues
 * back. A file of our own, {@code ferrymq.deleted}, lines {@code address topic}, the last one a checksum of the others. Without it whole, all deleted topics whose
 * records are still there may come back when queues are rebuilt; a wrong mark would hide good messages.
 */
public final class Tombstones implements DeletedTopics {
    private static final Logger LOG = LoggerFactory.getLogger(Tombstones.class);

    private final Path file;
    private final Map<String, Long> deadBefore = new ConcurrentHashMap<>();
    private final boolean damaged;

    public Tombstones(Path rootDir) {
        this.file = file(rootDir);
        this.damaged = Files.exists(file) && !read();
    }

    public static Path file(Path rootDir) {
        return rootDir.resolve("ferrymq.deleted");
    }

    /** Whether the file was there, and not whole. */
    public boolean isDamaged() {
        return damaged;
    }

    private boolean read() {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            String lines = SummedText.open(text);
            if (lines == null) {
                LOG.error(
                        "{}: damaged, and left aside: topics that were deleted may come back with old messages", file);
                return false;
            }
            lines.lines().forEach(line -> {
                int blank = line.indexOf(' ');
                deadBefore.put(line.substring(blank + 1), Long.parseLong(line.substring(0, blank)));
            });
            return true;
        } catch (IOException e) {
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
            StoreFiles.replace(file, SummedText.close(lines.toString()).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new StoreException(file, "cannot be written", e);
        }
    }
}
