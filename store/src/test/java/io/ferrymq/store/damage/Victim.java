package io.ferrymq.store.damage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A file of a store. */
enum Victim {
    LOG_FIRST("commitlog", 0),
    LOG_MIDDLE("commitlog", 0.5),
    LOG_LAST("commitlog", 1),
    QUEUE_FIRST("consumequeue/TopicA/0", 0),
    QUEUE_MIDDLE("consumequeue/TopicA/0", 0.5),
    QUEUE_LAST("consumequeue/TopicA/0", 1),
    INDEX_FIRST("index", 0),
    INDEX_MIDDLE("index", 0.5),
    INDEX_LAST("index", 1),
    CHECKPOINT("checkpoint", -1),
    PROGRESS("ferrymq.progress", -1),
    DELETED("ferrymq.deleted", -1),
    ABORT("abort", -1),
    LOCK("lock", -1);

    private final String name;
    private final double place;

    Victim(String name, double place) {
        this.name = name;
        this.place = place;
    }

    Path find(Path dir) throws IOException {
        if (place < 0) {
            return dir.resolve(name);
        }
        try (Stream<Path> files = Files.list(dir.resolve(name))) {
            List<Path> sorted = files.sorted().toList();
            return sorted.get((int) Math.round(place * (sorted.size() - 1)));
        }
    }

    /** Only what cannot be derived from anything else. */
    boolean mayStopTheStart() {
        return name.equals("commitlog");
    }

    /** Of older index files only what is told by their header is looked at: entries that are wrong lead nowhere until {@code checkStore --repair}. */
    boolean mayHideKeys(Damage damage) {
        return name.equals("index") && damage.isSmall();
    }

    /** Whether it is still known which topics were deleted. */
    boolean knowsDeleted() {
        return this != DELETED;
    }
}
