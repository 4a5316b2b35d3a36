package io.ferrymq.store.damage;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.MessageStore;
import io.ferrymq.store.StoreException;
import io.ferrymq.store.testing.StoreFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every kind of file, damaged in every way, after a clean stop or a crash: the store comes up with every message whose record is whole, at its place and
 * by its key, or it does not start and names the file. Nothing else is ever served. {@code -Dferrymq.seed=N} repeats the bytes of a run.
 */
class DamageMatrixTest {
    @TempDir
    static Path folder;

    private static SampleStore sample;
    private static int copies;

    @BeforeAll
    static void make() throws IOException {
        sample = SampleStore.make(folder.resolve("sample"), folder.resolve("older"));
    }

    static Stream<Arguments> everything() {
        return Stream.of(Victim.values())
                .flatMap(victim -> Stream.of(Damage.values()).map(damage -> Arguments.of(victim, damage)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("everything")
    @DisplayName("UP-134, UP-147: whatever file is damaged, whole messages are served or the start names the file")
    void up134_up147_shouldServeWhatIsWholeOrNameTheFile(Victim victim, Damage damage) throws IOException {
        long seed = Long.getLong("ferrymq.seed", System.nanoTime());
        damageAndStart(victim, damage, new Random(seed).nextBoolean(), seed);
    }

    @Test
    @Tag("soak")
    void shouldStandAnyDamageManyTimes() throws IOException {
        long seed = Long.getLong("ferrymq.seed", System.nanoTime());
        for (int round = 0; round < 12; round++) {
            for (Victim victim : Victim.values()) {
                for (Damage damage : Damage.values()) {
                    damageAndStart(victim, damage, round % 2 == 0, seed + round);
                }
            }
        }
        System.out.println("damage: " + copies + " stores");
    }

    private void damageAndStart(Victim victim, Damage damage, boolean crashed, long seed) throws IOException {
        Path dir = folder.resolve("copy" + copies++);
        sample.copyTo(dir);
        if (crashed) {
            Files.writeString(dir.resolve("abort"), "1");
        }
        Path file = victim.find(dir);
        Path older = sample.older().resolve(dir.relativize(file));
        damage.to(file, older, new Random(seed));
        try {
            assertWholeOrNamed(dir, file, victim, victim.mayHideKeys(damage));
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "seed " + seed + ", " + victim + " " + damage + (crashed ? " after a crash, " : ", ") + dir + ": "
                            + e.getMessage(),
                    e);
        }
        SampleStore.deleteTree(dir);
    }

    private static void assertWholeOrNamed(Path dir, Path file, Victim victim, boolean keysMayHide) throws IOException {
        List<SampleStore.Sent> whole = sample.whole(dir);
        Map<Path, Long> before = SampleStore.sizes(dir);
        try (MessageStore store = StoreFixture.open(SampleStore.config(dir))) {
            StoreFixture.settle(store);
            sample.assertServes(store, whole, keysMayHide, victim.knowsDeleted());
        } catch (StoreException refused) {
            assertThat(victim.mayStopTheStart()).as("%s", refused.getMessage()).isTrue();
            assertThat(refused)
                    .hasMessageContaining(file.getParent().getFileName().toString());
            assertThat(refused.getMessage()).matches("(?s).*\\d{20}.*");
            assertThat(SampleStore.sizes(dir)).as("nothing was changed").isEqualTo(before);
            return;
        }
        // What was mended stays mended.
        try (MessageStore store = StoreFixture.open(SampleStore.config(dir))) {
            sample.assertServes(store, whole, keysMayHide, victim.knowsDeleted());
        }
    }
}
