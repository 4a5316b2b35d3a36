package io.ferrymq.store.recovery;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.file.StoreFiles;
import io.ferrymq.store.index.KeyIndex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Up to where each part is on disk, each part by itself: recovery begins there. A file of our own, {@code ferrymq.progress}, which RocketMQ does not look at; lines
 * {@code name=value}, the last one a checksum of the others.
 *
 * @param logForcedTo the log is on disk and undamaged before this address, at which a record begins or the log ends
 * @param queuesForcedTo entries of all records before it are on disk
 * @param indexForcedTo keys of all records before it are on disk, as entries before {@code index.nextEntry}
 * @param queueEntrySum sum of the end offsets of all queues: less on disk means that something must be rebuilt
 * @param beginnings where things began: more missing at the front than retention took means that it must be rebuilt
 * @param clean whether this was written by a clean stop, with the log's end at {@code logForcedTo}
 */
public record Progress(
        long logForcedTo,
        long queuesForcedTo,
        long indexForcedTo,
        KeyIndex.Progress index,
        long queueEntrySum,
        Beginnings beginnings,
        boolean clean) {
    private static final String NAME = "ferrymq.progress";

    public static Path file(Path rootDir) {
        return rootDir.resolve(NAME);
    }

    /**
     * @param logMinOffset the first address of the log; the others hold while it does. -1 when nothing is known
     * @param queueOffsetSum sum of the offsets at which the queues' first files begin
     * @param indexFiles how many index files there were
     */
    public record Beginnings(long logMinOffset, long queueOffsetSum, int indexFiles) {
        public static final Beginnings UNKNOWN = new Beginnings(-1, 0, 0);
    }

    /** Null when there is none, or none that is whole. */
    public static Progress read(Path rootDir) {
        Path file = file(rootDir);
        if (!Files.exists(file)) {
            return null;
        }
        try {
            return parse(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new StoreException(file, "cannot be read", e);
        }
    }

    static Progress parse(String text) {
        String lines = SummedText.open(text);
        if (lines == null) {
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        lines.lines().forEach(line -> {
            int equals = line.indexOf('=');
            values.put(line.substring(0, equals), line.substring(equals + 1));
        });
        return new Progress(
                Long.parseLong(values.get("logForcedTo")),
                Long.parseLong(values.get("queuesForcedTo")),
                Long.parseLong(values.get("indexForcedTo")),
                new KeyIndex.Progress(values.get("indexFile"), Integer.parseInt(values.get("indexNextEntry"))),
                Long.parseLong(values.get("queueEntrySum")),
                values.containsKey("logMin")
                        ? new Beginnings(
                                Long.parseLong(values.get("logMin")),
                                Long.parseLong(values.get("queueBeginSum")),
                                Integer.parseInt(values.get("indexFiles")))
                        : Beginnings.UNKNOWN,
                Boolean.parseBoolean(values.get("clean")));
    }

    String format() {
        return SummedText.close("logForcedTo=" + logForcedTo + "\nqueuesForcedTo=" + queuesForcedTo + "\nindexForcedTo="
                + indexForcedTo + "\nindexFile=" + index.fileName() + "\nindexNextEntry=" + index.nextEntry()
                + "\nqueueEntrySum=" + queueEntrySum + "\nlogMin=" + beginnings.logMinOffset() + "\nqueueBeginSum="
                + beginnings.queueOffsetSum() + "\nindexFiles=" + beginnings.indexFiles() + "\nclean=" + clean + "\n");
    }

    public void write(Path rootDir) throws IOException {
        StoreFiles.replace(file(rootDir), format().getBytes(StandardCharsets.ISO_8859_1));
    }
}
