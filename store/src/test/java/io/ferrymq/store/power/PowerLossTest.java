package io.ferrymq.store.power;

import io.ferrymq.store.power.Life.PowerCut;
import io.ferrymq.store.testing.disk.ForgetfulDisk;
import io.ferrymq.store.testing.disk.ForgetfulDisk.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The power fails at random steps of the store, in work, in recovery and while it closes; pages that were not forced are lost or torn, changes of names undone.
 * Whatever disk is left: the store comes up with all it had promised, and goes on to the next loss. {@code -Dferrymq.seed=N} repeats a run as far as threads allow.
 */
class PowerLossTest {
    private static final int STEPS_A_LIFE = 150;
    private static final int MOMENTS_A_LIFE = 4;

    @TempDir
    Path folder;

    private final AtomicLong nowMs = new AtomicLong(1_800_000_000_000L);
    private int images;

    @ParameterizedTest
    @CsvSource({"JOURNALED, true", "JOURNALED, false", "LOOSE, true", "LOOSE, false"})
    @DisplayName("UP-145: what was answered after a force survives the loss of power, whatever else is lost or torn")
    void up145_shouldKeepAllPromisesThroughLossesOfPower(Names names, boolean sync) throws IOException {
        lives(names, sync, 3);
    }

    @Test
    @Tag("soak")
    void up145_soak() throws IOException {
        for (int round = 0; round < 12; round++) {
            lives(round % 2 == 0 ? Names.JOURNALED : Names.LOOSE, round % 4 < 2, 50);
        }
        System.out.println("power loss: " + images + " disks came up");
    }

    private void lives(Names names, boolean sync, int count) throws IOException {
        long seed = Long.getLong("ferrymq.seed", System.nanoTime());
        Random random = new Random(seed);
        Ledger ledger = new Ledger();
        Path disk = Files.createDirectories(folder.resolve(names + "-" + sync + "-" + images));
        String run = "seed " + seed + ", " + names + ", sync " + sync;
        String before = "a new disk";
        for (int life = 0; life < count; life++) {
            String where = run + ", life " + life + " after " + before;
            List<PowerCut> cuts = live(disk, names, ledger, sync, STEPS_A_LIFE, random, where);
            PowerCut chosen = cuts.get(random.nextInt(cuts.size()));
            for (PowerCut cut : cuts) {
                if (!cut.equals(chosen)) {
                    ledger.backTo(cut.promises());
                    Path image = image(cut, random);
                    live(image, names, ledger, sync, 1, random, where + ", power failed before: " + cut.step());
                    deleteTree(image);
                }
            }
            ledger.backTo(chosen.promises());
            deleteTree(disk);
            disk = image(chosen, random);
            before = "the power failed before: " + chosen.step();
        }
        deleteTree(disk);
    }

    private List<PowerCut> live(
            Path disk, Names names, Ledger ledger, boolean sync, int steps, Random random, String where)
            throws IOException {
        ForgetfulDisk forgetful = new ForgetfulDisk(disk, names, random.nextLong());
        try {
            return new Life(forgetful, ledger, sync, random, nowMs, MOMENTS_A_LIFE).live(steps);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(where + ", disk " + disk + ": " + e.getMessage(), e);
        }
    }

    private Path image(PowerCut cut, Random random) throws IOException {
        Path image = folder.resolve("image" + images++);
        cut.moment().writeTo(image, random);
        return image;
    }

    private static void deleteTree(Path dir) throws IOException {
        try (Stream<Path> all = Files.walk(dir)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
