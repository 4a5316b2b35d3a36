package io.ferrymq.store.check;

import io.ferrymq.store.config.WriteLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/**
 * What is checked.
 *
 * @param rootDir {@code storePathRootDir}
 * @param commitLogDir {@code storePathCommitLog}
 * @param delayLevelsMs {@code messageDelayLevel} of the broker that wrote it
 * @param indexEnabled whether that broker keeps a key index ({@code messageIndexEnable})
 * @param isKnownTopic whether a topic is to have queues: a broker that deletes a topic leaves its records in the log
 */
public record CheckTarget(
        Path rootDir,
        Path commitLogDir,
        List<Long> delayLevelsMs,
        boolean indexEnabled,
        Predicate<String> isKnownTopic) {
    public CheckTarget {
        delayLevelsMs = List.copyOf(delayLevelsMs);
    }

    /** A store of which only its place is known. */
    public static CheckTarget of(Path rootDir) {
        return new CheckTarget(
                rootDir, rootDir.resolve("commitlog"), WriteLimits.DEFAULT.delayLevelsMs(), true, topic -> true);
    }

    public CheckTarget withCommitLogDir(Path dir) {
        return new CheckTarget(rootDir, dir, delayLevelsMs, indexEnabled, isKnownTopic);
    }

    public CheckTarget withDelayLevelsMs(List<Long> levels) {
        return new CheckTarget(rootDir, commitLogDir, levels, indexEnabled, isKnownTopic);
    }

    public CheckTarget withIndexEnabled(boolean enabled) {
        return new CheckTarget(rootDir, commitLogDir, delayLevelsMs, enabled, isKnownTopic);
    }

    public CheckTarget withKnownTopics(Predicate<String> known) {
        return new CheckTarget(rootDir, commitLogDir, delayLevelsMs, indexEnabled, known);
    }

    Path queuesDir() {
        return rootDir.resolve("consumequeue");
    }

    Path indexDir() {
        return rootDir.resolve("index");
    }
}
