package io.ferrymq.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZeroRunTest {
    @TempDir
    Path dir;

    @Test
    void shouldFindTheFirstEightBytesThatAreNotZero() throws IOException {
        for (int nonZeroAt : new int[] {0, 7, 8, 1000, (256 << 10) - 1, 256 << 10, 700_003}) {
            byte[] bytes = new byte[800_000];
            bytes[nonZeroAt] = 1;
            Path file = Files.write(dir.resolve("file"), bytes);
            assertThat(ZeroRun.end(file, 0, bytes.length)).isEqualTo(nonZeroAt / 8 * 8);
        }
    }

    @Test
    void shouldFindThemFarBehindAHole() throws IOException {
        int size = 6 << 20;
        for (int nonZeroAt : new int[] {(64 << 10) - 1, 64 << 10, (1 << 20) + 3, (5 << 20) - 1, size - 9}) {
            Path file = dir.resolve("sparse");
            Files.deleteIfExists(file);
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(1), size - 1);
                channel.write(ByteBuffer.wrap(new byte[] {1}), nonZeroAt);
            }
            for (int from : new int[] {0, 3, 5}) {
                assertThat(ZeroRun.end(file, from, size)).isEqualTo(from + (nonZeroAt - from) / 8 * 8);
            }
        }
    }

    @Test
    void shouldEndWhereItIsToldTo() throws IOException {
        Path file = Files.write(dir.resolve("file"), new byte[500_000]);
        assertThat(ZeroRun.end(file, 8, 400_000)).isEqualTo(400_000);
        assertThat(ZeroRun.end(file, 8, 500_000)).isBetween(499_992, 500_000);
    }
}
