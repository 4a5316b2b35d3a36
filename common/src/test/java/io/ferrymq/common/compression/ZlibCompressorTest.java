package io.ferrymq.common.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ZlibCompressorTest {
    private final ZlibCompressor zlib = new ZlibCompressor();

    @Test
    void shouldReadWhatItWrote() throws Exception {
        byte[] noise = new byte[100_000];
        new Random(1).nextBytes(noise);

        assertThat(zlib.decompress(zlib.compress(noise, 5))).isEqualTo(noise);
        assertThat(zlib.decompress(zlib.compress(new byte[0], 5))).isEmpty();
        assertThat(zlib.compress(new byte[100_000], 5)).hasSizeLessThan(200).startsWith(0x78);
    }

    @Test
    void shouldRefuseWhatIsNoWholeStream() {
        byte[] whole = zlib.compress(new byte[1000], 5);

        assertThatThrownBy(() -> zlib.decompress(new byte[] {1, 2, 3})).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> zlib.decompress(Arrays.copyOf(whole, whole.length - 6)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ends early");
    }

    @Test
    void shouldNotLetAFewBytesFillTheHeap() {
        byte[] bomb = zlib.compress(new byte[Compressor.DECOMPRESSED_MAX_BYTES + 1], 9);

        assertThatThrownBy(() -> zlib.decompress(bomb))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("grows beyond 67108864 bytes");
    }
}
