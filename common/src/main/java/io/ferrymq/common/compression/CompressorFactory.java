package io.ferrymq.common.compression;

import java.util.EnumMap;
import java.util.Map;
import java.util.ServiceLoader;

/** Finds the codec for a type. */
public final class CompressorFactory {
    private static final Map<CompressionType, Compressor> COMPRESSORS = load();

    private CompressorFactory() {}

    private static Map<CompressionType, Compressor> load() {
        Map<CompressionType, Compressor> found = new EnumMap<>(CompressionType.class);
        for (Compressor service : ServiceLoader.load(Compressor.class, CompressorFactory.class.getClassLoader())) {
            found.put(service.type(), service);
        }
        if (!found.containsKey(CompressionType.ZSTD)) {
            ZstdCompressor.find(CompressorFactory.class.getClassLoader())
                    .ifPresent(zstd -> found.put(CompressionType.ZSTD, zstd));
        }
        found.put(CompressionType.ZLIB, new ZlibCompressor());
        found.putIfAbsent(CompressionType.LZ4, new Lz4Compressor());
        return found;
    }

    /**
     * @throws UnsupportedOperationException when there is no codec for this type, with the library that has one
     */
    public static Compressor getCompressor(CompressionType type) {
        Compressor compressor = COMPRESSORS.get(type);
        if (compressor == null) {
            throw new UnsupportedOperationException("a message body is compressed with " + type
                    + ", which is optional: put com.github.luben:zstd-jni on the class path, or provide a "
                    + Compressor.class.getName() + " service");
        }
        return compressor;
    }
}
