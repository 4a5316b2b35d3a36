package io.ferrymq.common.compression;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;

/** ZSTD by {@code com.github.luben:zstd-jni}, when the application has it on its class path: it holds native code, so nobody gets it unasked. */
public final class ZstdCompressor implements Compressor {
    private static final String LIBRARY = "com.github.luben.zstd.Zstd";
    private static final String STREAM = "com.github.luben.zstd.ZstdInputStream";

    /** From a body and a level to the compressed body. */
    private final MethodHandle compress;
    /** From a stream to one that decompresses; frames of streaming writers do not tell their size ahead. */
    private final MethodHandle open;

    private ZstdCompressor(MethodHandle compress, MethodHandle open) {
        this.compress = compress;
        this.open = open;
    }

    /** The codec if the library can be seen from a class loader. */
    public static Optional<Compressor> find(ClassLoader loader) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> library = Class.forName(LIBRARY, false, loader);
            Class<?> stream = Class.forName(STREAM, false, loader);
            MethodHandle compress = lookup.findStatic(
                    library, "compress", MethodType.methodType(byte[].class, byte[].class, int.class));
            MethodHandle open = lookup.findConstructor(stream, MethodType.methodType(void.class, InputStream.class));
            return Optional.of(new ZstdCompressor(
                    compress, open.asType(MethodType.methodType(InputStream.class, InputStream.class))));
        } catch (ClassNotFoundException | NoSuchMethodException | IllegalAccessException notThere) {
            return Optional.empty();
        }
    }

    @Override
    public CompressionType type() {
        return CompressionType.ZSTD;
    }

    @Override
    public byte[] compress(byte[] source, int level) throws IOException {
        try {
            return (byte[]) compress.invokeExact(source, level);
        } catch (Throwable e) {
            throw failure("compressed", source, e);
        }
    }

    @Override
    public byte[] decompress(byte[] source) throws IOException {
        byte[] body;
        try (InputStream in = (InputStream) open.invokeExact((InputStream) new ByteArrayInputStream(source))) {
            body = in.readNBytes(DECOMPRESSED_MAX_BYTES + 1);
        } catch (Throwable e) {
            throw failure("decompressed", source, e);
        }
        if (body.length > DECOMPRESSED_MAX_BYTES) {
            throw new IOException("a ZSTD body of " + source.length + " bytes would be larger than "
                    + DECOMPRESSED_MAX_BYTES + " bytes when decompressed");
        }
        return body;
    }

    // Method handles declare everything; what comes are failures of the codec, or a native library that does not load.
    private static IOException failure(String what, byte[] source, Throwable cause) {
        if (cause instanceof VirtualMachineError fatal) {
            throw fatal;
        }
        return new IOException(
                "a body of " + source.length + " bytes cannot be " + what + " with ZSTD: " + cause.getMessage(), cause);
    }
}
