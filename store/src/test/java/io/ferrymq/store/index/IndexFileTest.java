package io.ferrymq.store.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.store.file.SpaceClaim;
import io.ferrymq.store.file.StoreFiles;
import io.ferrymq.store.file.ZeroFill;
import io.ferrymq.store.testing.disk.ForgetfulDisk;
import io.ferrymq.store.testing.disk.ForgetfulDisk.Names;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Index files on a disk that is full. */
class IndexFileTest {
    private static final IndexGeometry GEOMETRY = new IndexGeometry(50, 60);
    private static final String FULL = "No space left on device";

    @TempDir
    Path dir;

    private final SpaceClaim zeros = new ZeroFill();

    @ParameterizedTest
    @ValueSource(strings = {"write .*", "map .*"})
    void shouldLeaveNothingWhenItCannotBeMade(String step) throws IOException {
        ForgetfulDisk disk = new ForgetfulDisk(dir, Names.JOURNALED, 1);
        refuse(disk, step);
        Path path = disk.root().resolve("20240101000000000");
        assertThatThrownBy(() -> IndexFile.create(path, GEOMETRY, zeros))
                .isInstanceOf(IOException.class)
                .hasMessage(FULL);
        assertThat(dir).isEmptyDirectory();

        refuse(disk, "none");
        IndexFile file = IndexFile.create(path, GEOMETRY, zeros);
        assertThat(file.nextEntry()).isEqualTo(1);
        file.close();
    }

    @Test
    void shouldNotTouchAFileThatIsThere() throws IOException {
        Path there = Files.writeString(dir.resolve("20240101000000000"), "keys");
        assertThatThrownBy(() -> IndexFile.create(there, GEOMETRY, zeros))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(there).hasContent("keys");
    }

    @ParameterizedTest
    @ValueSource(strings = {"force \\d{17}", "create \\d{17}", "write \\d{17}", "map \\d{17}"})
    @DisplayName("However often the next file fails, none is left behind; then the index goes on in one")
    void shouldLeaveNothingOfTheNextFile(String step) throws IOException {
        ForgetfulDisk disk = new ForgetfulDisk(dir, Names.JOURNALED, 1);
        KeyIndex index = new KeyIndex(disk.root(), GEOMETRY.slots(), GEOMETRY.entries(), zeros);
        int entriesPerFile = GEOMETRY.entries() - 1;
        for (int i = 0; i < entriesPerFile; i++) {
            index.put(i, i * 100L, 1_000 + i);
        }
        List<Path> before = StoreFiles.list(dir);
        refuse(disk, step);
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> index.put(entriesPerFile, entriesPerFile * 100L, 2_000))
                    .isInstanceOf(IOException.class)
                    .hasMessage(FULL);
            assertThat(StoreFiles.list(dir)).isEqualTo(before);
        }
        refuse(disk, "none");
        index.put(entriesPerFile, entriesPerFile * 100L, 2_000);
        assertThat(StoreFiles.list(dir)).hasSize(2);
        List<Long> found = new ArrayList<>();
        index.find(entriesPerFile, 0, Long.MAX_VALUE, 10, found::add);
        assertThat(found).containsExactly(entriesPerFile * 100L);
        index.close();
    }

    private static void refuse(ForgetfulDisk disk, String pattern) {
        disk.refuse(step -> {
            if (step.matches(pattern)) {
                throw new IOException(FULL);
            }
        });
    }
}
