package io.ferrymq.common.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Lz4CompressorTest {
    private final Lz4Compressor lz4 = new Lz4Compressor();

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldWriteAFrame() {
        assertThat(HexFormat.of().formatHex(lz4.compress(text("abcdabcdabcdabcdabcdabcd"), 5)))
                .isEqualTo(
                        "04224d18" // magic
                                + "60" + "70" + "73" // independent blocks, of at most 4 MiB, header check
                                + "0d000000" // block of 13 bytes
                                + "4b" + "61626364" + "0400" // four literals, then a match of 15 with four bytes back
                                + "50" + "6461626364" // five literals
                                + "00000000");
    }

    @Test
    void shouldReadStoredBlocksContentSizeAndChecks() throws Exception {
        byte[] frame = HexFormat.of()
                .parseHex("04224d18" + "7c" + "40" + "0300000000000000" + "00" + "03000080" + "616263" + "11223344"
                        + "00000000" + "55667788");
        frame[14] = headerCheckFoundBy(frame, 14);

        assertThat(lz4.decompress(frame)).isEqualTo(text("abc"));
    }

    private byte headerCheckFoundBy(byte[] frame, int place) {
        for (int check = 0; check < 256; check++) {
            frame[place] = (byte) check;
            try {
                lz4.decompress(frame);
                return (byte) check;
            } catch (IOException wrongCheck) {
                assertThat(wrongCheck).hasMessageContaining("damaged header");
            }
        }
        throw new AssertionError("no header check fits");
    }

    @Test
    void shouldReadWhatItWrote() throws Exception {
        Random random = new Random(1);
        for (int round = 0; round < 500; round++) {
            byte[] source = new byte[random.nextInt(3000)];
            int alphabet = 1 + random.nextInt(20);
            for (int i = 0; i < source.length; i++) {
                source[i] = (byte) random.nextInt(alphabet);
            }
            assertThat(lz4.decompress(lz4.compress(source, 5)))
                    .as("round %s", round)
                    .isEqualTo(source);
        }
        byte[] large = new byte[(9 << 20) + 3];
        random.nextBytes(large);
        Arrays.fill(large, 1 << 20, 6 << 20, (byte) 7);
        assertThat(lz4.decompress(lz4.compress(large, 5))).isEqualTo(large);
        assertThat(lz4.compress(new byte[1 << 20], 5)).hasSizeLessThan(5000);
    }

    @Test
    void shouldTakeAnyBytesWithAClearError() {
        byte[] good = lz4.compress(text("hello hello hello hello hello"), 5);
        Random random = new Random(2);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = Arrays.copyOf(good, random.nextInt(good.length + 1));
            if (bytes.length > 0) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(lz4.decompress(bytes)).hasSizeLessThan(10_000);
            } catch (IOException expected) {
                assertThat(expected).hasMessageContaining("LZ4");
            }
        }
        assertThatThrownBy(() -> lz4.decompress(new byte[20]))
                .isInstanceOf(IOException.class)
                .hasMessage("no LZ4 frame");
    }
}
