package io.ferrymq.store.file;

import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * Claims disk space for a range of a file, so that a full disk shows as an exception here and not as a fault when mapped memory is written.
 * The range reads as zeros afterwards.
 */
@FunctionalInterface
public interface SpaceClaim {
    void claim(FileChannel channel, long from, long to) throws IOException;
}
