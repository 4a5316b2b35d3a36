package io.ferrymq.common.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Directories whose names survive the loss of power. */
public final class DurableDirectories {
    private DurableDirectories() {}

    /** Makes a directory and those above it that are missing, and forces the name of each one made. */
    public static void create(Path dir) throws IOException {
        Path absolute = dir.toAbsolutePath();
        if (Files.isDirectory(absolute) || absolute.getParent() == null) {
            return;
        }
        create(absolute.getParent());
        Files.createDirectories(absolute);
        StateFile.forceDirectory(absolute.getParent());
    }
}
