package io.ferrymq.store.testing.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** A file that tells its disk of each change of length and of each force, and forces nothing: the disk decides what is kept. */
final class DiskChannel extends FileChannel {
    private final ForgetfulDisk disk;
    private final Path path;
    private final FileChannel real;

    DiskChannel(ForgetfulDisk disk, Path path, FileChannel real) {
        this.disk = disk;
        this.path = path;
        this.real = real;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        disk.forced(path);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        disk.step("write " + path.getFileName());
        int count = real.write(source);
        disk.resized(path, real.size());
        return count;
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        long count = real.write(sources, offset, length);
        disk.resized(path, real.size());
        return count;
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
        disk.step("write " + path.getFileName());
        int count = real.write(source, position);
        disk.resized(path, real.size());
        return count;
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        real.truncate(size);
        disk.resized(path, real.size());
        return this;
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        disk.step("map " + path.getFileName());
        MappedByteBuffer mapped = real.map(mode, position, size);
        disk.resized(path, real.size());
        return mapped;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return real.read(target);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        return real.read(targets, offset, length);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        return real.read(target, position);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long newPosition) throws IOException {
        real.position(newPosition);
        return this;
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        return real.transferTo(position, count, target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) throws IOException {
        long moved = real.transferFrom(source, position, count);
        disk.resized(path, real.size());
        return moved;
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        return real.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }
}
