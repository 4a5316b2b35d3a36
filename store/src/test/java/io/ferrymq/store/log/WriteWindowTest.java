package io.ferrymq.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.store.file.ZeroFill;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written through the window is in the file, whoever maps its next part and whenever. */
class WriteWindowTest {
    private static final int FILE_BYTES = 24 << 20;

    @TempDir
    Path dir;

    private final WriteWindow window = new WriteWindow();
    private Segment segment;
    private int at;

    @BeforeEach
    void make() throws IOException {
        segment = Segment.create(dir, 0, FILE_BYTES, new ZeroFill(), FILE_BYTES);
    }

    @AfterEach
    void release() throws IOException {
        window.close();
        segment.close();
    }

    /** Each byte tells its place. */
    private static byte valueAt(int position) {
        return (byte) (1 + position % 251);
    }

    private boolean write(int sizeBytes) throws IOException {
        boolean moved = window.cover(segment, at, sizeBytes);
        int index = window.index(segment.base() + at);
        for (int i = 0; i < sizeBytes; i++) {
            window.buffer().put(index + i, valueAt(at + i));
        }
        at += sizeBytes;
        return moved;
    }

    private void assertAllWritten() {
        for (int i = 0; i < at; i++) {
            if (segment.buffer().get(i) != valueAt(i)) {
                assertThat(segment.buffer().get(i)).as("byte %d of %d", i, at).isEqualTo(valueAt(i));
            }
        }
    }

    @Test
    void shouldGoOnInThePartThatWasMadeAhead() throws IOException {
        assertThat(write(1_000)).isTrue();
        window.workAhead(segment);
        while (!write(1_000)) {
            // Up to the record that does not fit any more.
        }
        assertThat(at).isGreaterThan(1_000_000);
        int movedAt = at;
        window.workAhead(segment);
        while (!write(1_000)) {
            // The part made ahead began before the end of the one it follows.
        }
        assertThat(at - movedAt).isBetween(900_000, 990_000);
        assertAllWritten();
    }

    @Test
    void shouldMapForItselfWhatIsLargerOrNotMadeYet() throws IOException {
        write(500);
        window.workAhead(segment);
        write(3 << 20);
        write(500);
        window.workAhead(segment);
        write(100_000);
        for (int size = 1; at < 8 << 20; size = size * 3 % 200_003) {
            write(size);
        }
        assertAllWritten();
    }

    @Test
    void shouldMakeNothingAheadBeyondTheClaimedSpaceOrTheFile() throws IOException {
        Segment small = Segment.create(dir, FILE_BYTES, FILE_BYTES, new ZeroFill(), 1 << 20);
        try {
            window.cover(small, 0, 1_000);
            window.workAhead(small);
            // Nothing was made: the next part is the window's own, and begins with the page of the record.
            int record = (1 << 20) - 500;
            small.claim(new ZeroFill(), 4 << 20);
            assertThat(window.cover(small, record, 1_000)).isTrue();
            assertThat(window.index(small.base() + record)).isLessThan(4096);
            window.workAhead(small);
            assertThat(window.cover(small, 2 * (1 << 20) - 4_500, 5_000)).isTrue();
            assertThat(window.index(small.base() + 2 * (1 << 20) - 4_500)).isGreaterThan(4096);
        } finally {
            window.close();
            small.close();
        }
        window.cover(segment, FILE_BYTES - 1_000, 1_000);
        window.workAhead(segment);
        assertThat(window.cover(segment, FILE_BYTES - 100, 100)).isFalse();
    }

    @Test
    void shouldLoseNothingWhileAnotherThreadWorksAhead() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        AtomicReference<Exception> failure = new AtomicReference<>();
        Thread keeper = new Thread(() -> {
            try {
                while (!ended.get()) {
                    window.workAhead(segment);
                }
            } catch (IOException | RuntimeException e) {
                failure.set(e);
            }
        });
        keeper.start();
        Random sizes = new Random(7);
        while (at < FILE_BYTES - (2 << 20)) {
            write(sizes.nextInt(50) == 0 ? 1 + sizes.nextInt(1_500_000) : 1 + sizes.nextInt(6_000));
        }
        ended.set(true);
        keeper.join();
        assertThat(failure.get()).isNull();
        assertAllWritten();
    }
}
