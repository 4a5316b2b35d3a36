package io.ferrymq.store.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A file mapped into memory, and a count of who uses it. The owner holds one count; when it lets go, the memory stays until the last
 * reader has let go too. Touching unmapped memory would end the process, so nobody touches a mapping without holding a count.
 */
public final class Mapping {
    private static final VarHandle USERS;

    static {
        try {
            USERS = MethodHandles.lookup().findVarHandle(Mapping.class, "users", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MappedByteBuffer buffer;
    private final ByteBuffer readOnly;

    @SuppressWarnings("UnusedVariable") // through USERS
    private volatile int users = 1;

    private Mapping(MappedByteBuffer buffer) {
        this.buffer = buffer;
        this.readOnly = buffer.asReadOnlyBuffer();
    }

    /** Maps the file's first bytes; a shorter file grows to that size, sparsely. */
    public static Mapping map(FileChannel channel, int sizeBytes) throws IOException {
        return mapPart(channel, 0, sizeBytes);
    }

    /** Maps a part of the file that begins at a multiple of the page size. */
    public static Mapping mapPart(FileChannel channel, int from, int sizeBytes) throws IOException {
        return new Mapping(channel.map(FileChannel.MapMode.READ_WRITE, from, sizeBytes));
    }

    /** Maps the file's first bytes for reading only: the file is never changed, and must not be shorter. */
    public static Mapping mapReadOnly(FileChannel channel, int sizeBytes) throws IOException {
        return new Mapping(channel.map(FileChannel.MapMode.READ_ONLY, 0, sizeBytes));
    }

    /** Takes a count; false when the mapping is gone already. */
    public boolean tryRetain() {
        for (int seen = (int) USERS.getAcquire(this); seen > 0; seen = (int) USERS.getAcquire(this)) {
            if (USERS.compareAndSet(this, seen, seen + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Lets go of a count; the last one unmaps. */
    public void release() {
        int before = (int) USERS.getAndAdd(this, -1);
        if (before <= 0) {
            throw new IllegalStateException("released more often than retained: " + before);
        }
        if (before == 1) {
            Unmapper.unmap(buffer);
        }
    }

    /** The memory, big-endian. For absolute access only: position and limit are shared. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** A read-only view of a range, big-endian. */
    public ByteBuffer slice(int offset, int length) {
        return readOnly.slice(offset, length);
    }

    /** Writes a range to the disk and waits for it. */
    public void force(int offset, int length) throws IOException {
        try {
            buffer.force(offset, length);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
