package io.ferrymq.store.check;

import io.ferrymq.store.file.Mapping;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of the log as it is found: it may be shorter than the others. */
record LogFile(Path path, long base, int bytes) {
    Mapping map() throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return Mapping.mapReadOnly(channel, bytes);
        }
    }

    long end() {
        return base + bytes;
    }
}
