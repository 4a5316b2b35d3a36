package io.ferrymq.distribution.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The archive as {@code mvn package} made it. */
final class Archive {
    private Archive() {}

    static Path file() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            List<Path> found = files.filter(
                            file -> file.getFileName().toString().matches("ferrymq-.*\\.tar\\.gz"))
                    .toList();
            assertThat(found).as("archives below target").hasSize(1);
            return found.get(0).toAbsolutePath();
        }
    }

    /** Unpacks it and returns its top folder. */
    static Path unpack(Path folder) throws Exception {
        Files.createDirectories(folder);
        Process tar = new ProcessBuilder("tar", "-xzf", file().toString(), "-C", folder.toString())
                .inheritIO()
                .start();
        assertThat(tar.waitFor()).as("exit status of tar").isZero();
        try (Stream<Path> top = Files.list(folder)) {
            return top.findFirst().orElseThrow();
        }
    }
}
