package io.ferrymq.store.recovery;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * RocketMQ's checkpoint file: store times up to which its parts are on disk. Ours holds only what has been forced; what we ourselves need stands in
 * {@link Progress}.
 *
 * <pre>
 *   0 | physicMsgTimestamp 8 | logicsMsgTimestamp 8 | indexMsgTimestamp 8 | (other modes) 8 | (other modes) 8 | zeros to 4096 |
 * </pre>
 */
public record Checkpoint(long physicTimestampMs, long logicsTimestampMs, long indexTimestampMs) {
    public static final Checkpoint NONE = new Checkpoint(0, 0, 0);
    public static final int FILE_BYTES = 4096;
    private static final int USED_BYTES = 24;

    /** Entries are forced a little later than records. */
    private static final long MARGIN_MS = 3000;

    public static Path file(Path rootDir) {
        return rootDir.resolve("checkpoint");
    }

    /** A missing file or one that is too short says that nothing is known. */
    public static Checkpoint read(Path rootDir) {
        Path file = file(rootDir);
        try {
            if (!Files.exists(file) || Files.size(file) < USED_BYTES) {
                return NONE;
            }
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
            return new Checkpoint(bytes.getLong(0), bytes.getLong(8), bytes.getLong(16));
        } catch (IOException e) {
            throw new StoreException(file, "cannot be read", e);
        }
    }

    /** Records stored before this time are on disk, and so are their queue entries. */
    public long safeTimestampMs() {
        return Math.max(0, Math.min(physicTimestampMs, logicsTimestampMs) - MARGIN_MS);
    }

    /** Replaces the file as a whole, so that a crash leaves the old or the new one. */
    public void write(Path rootDir) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(FILE_BYTES);
        bytes.putLong(physicTimestampMs).putLong(logicsTimestampMs).putLong(indexTimestampMs);
        StoreFiles.replace(file(rootDir), bytes.array());
    }
}
