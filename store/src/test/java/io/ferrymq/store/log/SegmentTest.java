package io.ferrymq.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.store.file.Mapping;
import io.ferrymq.store.file.SpaceClaim;
import io.ferrymq.store.file.StoreFiles;
import io.ferrymq.store.file.ZeroFill;
import io.ferrymq.store.testing.disk.ForgetfulDisk;
import io.ferrymq.store.testing.disk.ForgetfulDisk.Names;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of the log on a disk that is full, and under threads that are interrupted. */
@Timeout(60)
class SegmentTest {
    private static final int SIZE_BYTES = 1 << 20;
    private static final int CLAIM_BYTES = 1 << 16;
    private static final String NAME = StoreFiles.offsetName(0);

    @TempDir
    Path dir;

    private final SpaceClaim zeros = new ZeroFill();

    @AfterEach
    void leaveNoInterrupt() {
        Thread.interrupted();
    }

    private Segment create(SpaceClaim space) throws IOException {
        return Segment.create(dir, 0, SIZE_BYTES, space, CLAIM_BYTES);
    }

    private static long mappings() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("mapped"))
                .mapToLong(BufferPoolMXBean::getCount)
                .sum();
    }

    @ParameterizedTest
    @ValueSource(strings = {"map ", "write ", "force "})
    @DisplayName("A file that could not be made as a whole is gone, and its mapping with it: the blocks are free again")
    void shouldLeaveNothingWhenItCannotBeMade(String step) throws IOException {
        ForgetfulDisk disk = new ForgetfulDisk(dir, Names.JOURNALED, 1);
        long mappingsBefore = mappings();
        refuse(disk, step + NAME);
        assertThatThrownBy(() -> Segment.create(disk.root(), 0, SIZE_BYTES, zeros, CLAIM_BYTES))
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
        assertThat(dir).isEmptyDirectory();
        assertThat(mappings()).isLessThanOrEqualTo(mappingsBefore);

        refuse(disk, "none");
        Segment segment = Segment.create(disk.root(), 0, SIZE_BYTES, zeros, CLAIM_BYTES);
        assertThat(segment.claimedEnd()).isEqualTo(CLAIM_BYTES);
        segment.close();
    }

    @Test
    void shouldLeaveNothingWhenItsNameCannotBeForced() throws IOException {
        ForgetfulDisk disk = new ForgetfulDisk(dir, Names.JOURNALED, 1);
        long mappingsBefore = mappings();
        refuse(disk, "force " + dir.getFileName());
        assertThatThrownBy(() -> Segment.create(disk.root(), 0, SIZE_BYTES, zeros, CLAIM_BYTES))
                .hasMessage("No space left on device");
        assertThat(dir).isEmptyDirectory();
        assertThat(mappings()).isLessThanOrEqualTo(mappingsBefore);
    }

    private static void refuse(ForgetfulDisk disk, String refused) {
        disk.refuse(step -> {
            if (step.equals(refused)) {
                throw new IOException("No space left on device");
            }
        });
    }

    @Test
    void shouldNotTouchAFileThatIsThere() throws IOException {
        Path there = Files.writeString(dir.resolve(NAME), "messages");
        assertThatThrownBy(() -> create(zeros)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(there).hasContent("messages");
    }

    @Test
    void shouldBeMadeByAThreadThatIsInterruptedMeanwhile() throws IOException {
        Segment segment = create((channel, from, to) -> {
            zeros.claim(channel, from, to);
            Thread.currentThread().interrupt();
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThat(segment.claimedEnd()).isEqualTo(CLAIM_BYTES);
        segment.close();
    }

    @Test
    @DisplayName("The interrupt of one thread closes the channel under another one, which goes on all the same")
    void shouldGoOnWhenAnotherThreadIsInterrupted() throws Exception {
        Segment segment = create(zeros);
        CountDownLatch claiming = new CountDownLatch(1);
        FutureTask<Mapping> mapping = new FutureTask<>(() -> {
            claiming.await();
            Thread.currentThread().interrupt();
            return segment.mapForWriting(0, CLAIM_BYTES);
        });
        Thread interrupted = new Thread(mapping, "interrupted");
        interrupted.start();
        segment.claim(
                (channel, from, to) -> {
                    if (claiming.getCount() > 0) {
                        claiming.countDown();
                        await().until(() -> !channel.isOpen());
                    }
                    zeros.claim(channel, from, to);
                },
                2 * CLAIM_BYTES);
        assertThat(segment.claimedEnd()).isEqualTo(2 * CLAIM_BYTES);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        mapping.get(30, TimeUnit.SECONDS).release();
        segment.close();
    }

    @Test
    void shouldGiveUpWhenItIsClosedMeanwhile() throws IOException {
        Segment segment = create(zeros);
        SpaceClaim closing = (channel, from, to) -> {
            segment.close();
            zeros.claim(channel, from, to);
        };
        assertThatThrownBy(() -> segment.claim(closing, SIZE_BYTES)).isInstanceOf(IOException.class);
        assertThat(segment.claimedEnd()).isEqualTo(CLAIM_BYTES);
    }

    @Test
    void shouldNotOpenItsFileAgainOnceItIsClosed() throws IOException {
        Segment segment = create(zeros);
        segment.close();
        FileChannel[] opened = new FileChannel[1];
        assertThatThrownBy(() -> segment.claim((channel, from, to) -> opened[0] = channel, SIZE_BYTES))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has been closed");
        assertThat(opened[0]).isNull();
    }
}
