package io.ferrymq.distribution.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.common.compression.CompressionType;
import io.ferrymq.common.compression.Compressor;
import io.ferrymq.common.compression.CompressorFactory;
import io.ferrymq.common.compression.ZstdCompressor;
import java.io.IOException;
import java.net.URLClassLoader;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What we compress the published client 5.5.0 reads, and the other way round. */
class PeerCompressionTest {
    private static final String PACKAGE = "org.apache.rocketmq.common.compression.";

    private static Compressor ours(CompressionType type, ClassLoader loader) {
        return type == CompressionType.ZSTD
                ? ZstdCompressor.find(loader).orElseThrow()
                : CompressorFactory.getCompressor(type);
    }

    @ParameterizedTest
    @EnumSource(CompressionType.class)
    void shouldUnderstandEachOther(CompressionType type) throws Exception {
        byte[] noise = new byte[50_000];
        new Random(7).nextBytes(noise);
        try (URLClassLoader loader = PeerJars.client("5.5.0")) {
            Object theirs = theirs(type, loader);
            Compressor ours = ours(type, loader);
            assertThat(ours.type()).isEqualTo(type);
            for (byte[] body : new byte[][] {{1}, "text ä ".repeat(10_000).getBytes(UTF_8), noise}) {
                byte[] packed = ours.compress(body, 5);
                assertThat(call(theirs, "decompress", new Class<?>[] {byte[].class}, packed))
                        .isEqualTo(body);
                byte[] theirPacked = call(theirs, "compress", new Class<?>[] {byte[].class, int.class}, body, 5);
                assertThat(ours.decompress(theirPacked)).isEqualTo(body);
            }
        }
    }

    private static Object theirs(CompressionType type, ClassLoader loader) throws Exception {
        Class<?> types = loader.loadClass(PACKAGE + "CompressionType");
        Object theirType = types.getMethod("of", String.class).invoke(null, type.name());
        return loader.loadClass(PACKAGE + "CompressorFactory")
                .getMethod("getCompressor", types)
                .invoke(null, theirType);
    }

    private static byte[] call(Object compressor, String name, Class<?>[] types, Object... args) throws Exception {
        return (byte[]) compressor.getClass().getMethod(name, types).invoke(compressor, args);
    }

    @Test
    void shouldSayWhatIsNoZstd() throws Exception {
        try (URLClassLoader loader = PeerJars.client("5.5.0")) {
            Compressor zstd = ours(CompressionType.ZSTD, loader);
            assertThatThrownBy(() -> zstd.decompress(new byte[] {1, 2, 3, 4, 5}))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("5 bytes cannot be decompressed with ZSTD");
        }
    }

    @Test
    void shouldFindNoZstdWithoutTheLibrary() {
        assertThat(ZstdCompressor.find(ClassLoader.getPlatformClassLoader())).isEmpty();
        assertThatThrownBy(() -> CompressorFactory.getCompressor(CompressionType.ZSTD))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("com.github.luben:zstd-jni");
    }
}
