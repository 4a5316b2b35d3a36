package io.ferrymq.store.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.io.StateFile;
import io.ferrymq.store.testing.disk.ForgetfulDisk;
import io.ferrymq.store.testing.disk.ForgetfulDisk.Names;
import io.ferrymq.store.testing.disk.Moment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The power fails before each step of replacing a JSON file: the text whose writing was confirmed last is there, or the next one. */
class StatePowerLossTest {
    private static final int TEXTS = 12;
    private static final int DISKS_A_MOMENT = 6;

    @TempDir
    Path folder;

    private record Cut(String step, int confirmed, Moment moment) {}

    @ParameterizedTest
    @EnumSource
    @DisplayName("UP-133: state files survive the loss of power at any step")
    void up133_shouldHaveTheLastConfirmedTextOrTheNext(Names names) throws IOException {
        long seed = Long.getLong("ferrymq.seed", System.nanoTime());
        Random random = new Random(seed);
        Path directory = Files.createDirectories(folder.resolve("disk"));
        ForgetfulDisk disk = new ForgetfulDisk(directory, names, random.nextLong());
        AtomicInteger confirmed = new AtomicInteger();
        List<Cut> cuts = new ArrayList<>();
        disk.watch(step -> cuts.add(new Cut(step, confirmed.get(), disk.powerFails())));
        StateFile file = new StateFile(disk.root().resolve("config").resolve("topics.json"));
        for (int text = 1; text <= TEXTS; text++) {
            file.write(text(text));
            confirmed.set(text);
        }
        assertThat(cuts.size()).isGreaterThan(3 * TEXTS);
        int images = 0;
        for (Cut cut : cuts) {
            for (int i = 0; i < DISKS_A_MOMENT; i++) {
                Path image = folder.resolve("image" + images++);
                cut.moment().writeTo(image, random);
                assertThat(read(image))
                        .as("seed %d, %s, power failed before: %s, disk %s", seed, names, cut.step(), image)
                        .isBetween(cut.confirmed(), cut.confirmed() + 1);
            }
        }
    }

    /** Longer than a page, each of another length. */
    private static String text(int number) {
        return number + " " + Integer.toString(number).repeat(3000 + number * 100) + " end";
    }

    private static int read(Path image) {
        StateFile file = new StateFile(image.resolve("config").resolve("topics.json"));
        return file.read(text -> {
                    int number = Integer.parseInt(text.split(" ")[0]);
                    if (!text.equals(text(number))) {
                        throw new IllegalArgumentException("half a text");
                    }
                    return number;
                })
                .value()
                .orElse(0);
    }
}
