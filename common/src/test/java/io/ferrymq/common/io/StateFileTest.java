package io.ferrymq.common.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.common.io.StateFile.Loaded;
import io.ferrymq.common.io.StateFile.Source;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFileTest {
    @TempDir
    Path dir;

    private StateFile state;
    private Path main;
    private Path backup;

    @BeforeEach
    void open() {
        main = dir.resolve("config/topics.json");
        backup = dir.resolve("config/topics.json.bak");
        state = new StateFile(main);
    }

    private static int parse(String text) {
        return Integer.parseInt(text.trim());
    }

    private Loaded<Integer> read() {
        return state.read(StateFileTest::parse);
    }

    @Test
    void shouldGiveNothingWhereThereNeverWasAFile() {
        assertThat(read().value()).isEmpty();
        assertThat(read().source()).isEqualTo(Source.NONE);
        assertThat(read().problems()).isEmpty();
    }

    @Test
    void shouldKeepTheLastTextAsBackup() throws Exception {
        state.write("1");
        assertThat(backup).doesNotExist();
        state.write("2");
        state.write("3");

        assertThat(read().value()).contains(3);
        assertThat(read().source()).isEqualTo(Source.MAIN);
        assertThat(backup).hasContent("2");
        assertThat(dir.resolve("config/topics.json.tmp")).doesNotExist();
        assertThat(state.path()).isEqualTo(main);
    }

    @Test
    void shouldLeaveTheOldTextWhenAWriteBreaksOff() throws Exception {
        state.write("1");
        Files.writeString(dir.resolve("config/topics.json.tmp"), "half a te");

        assertThat(read().value()).contains(1);
        state.write("2");
        assertThat(read().value()).contains(2);
    }

    @Test
    @DisplayName("UP-133: a broken file gives way to its backup, and says so")
    void up133_shouldFallBackToTheBackupAndSaySo() throws Exception {
        for (String broken : new String[] {"", "  \n", "1{", "\0\0\0\0"}) {
            state.write("1");
            state.write("2");
            Files.writeString(main, broken);

            Loaded<Integer> loaded = read();

            assertThat(loaded.value()).contains(1);
            assertThat(loaded.source()).isEqualTo(Source.BACKUP);
            assertThat(loaded.problems()).hasSize(2);
            assertThat(loaded.problems().get(0)).startsWith(main.toString());
            assertThat(loaded.problems().get(1)).contains("topics.json.bak is used");
        }
    }

    @Test
    @DisplayName("UP-133: a bad main file never takes the place of a good backup")
    void up133_shouldNeverReplaceAGoodBackupByABadFile() throws Exception {
        state.write("1");
        state.write("2");
        Files.writeString(main, "broken");
        read();

        state.write("3");

        assertThat(backup).hasContent("1");
        assertThat(dir.resolve("config/topics.json.damaged")).hasContent("broken");
        assertThat(read().value()).contains(3);
    }

    @Test
    void shouldUseTheBackupWhenTheFileIsMissing() throws Exception {
        state.write("1");
        state.write("2");
        Files.delete(main);

        assertThat(read().value()).contains(1);
        assertThat(read().problems()).singleElement().asString().contains("is missing");
    }

    @Test
    @DisplayName("UP-133: with both files broken the caller goes on with what it can rebuild")
    void up133_shouldNameBothFilesWhenBothAreBroken() throws Exception {
        state.write("1");
        state.write("2");
        Files.writeString(main, "x");
        Files.writeString(backup, "y");

        Loaded<Integer> loaded = read();

        assertThat(loaded.value()).isEmpty();
        assertThat(loaded.source()).isEqualTo(Source.NONE);
        assertThat(loaded.problems()).hasSize(2).allSatisfy(line -> assertThat(line)
                .contains("cannot be used"));
    }

    @Test
    void shouldSayWhichFileCannotBeWritten() throws Exception {
        Files.writeString(dir.resolve("config"), "a file where the directory should be");

        assertThatThrownBy(() -> state.writeUnchecked("1"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("topics.json cannot be written");
    }
}
