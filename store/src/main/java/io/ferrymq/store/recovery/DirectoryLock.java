package io.ferrymq.store.recovery;

import io.ferrymq.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps other processes out of the directory: an exclusive lock on the first byte of the file {@code lock}, as RocketMQ takes it. */
public final class DirectoryLock implements AutoCloseable {
    private static final byte[] CONTENT = "lock".getBytes(StandardCharsets.US_ASCII);

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    public static DirectoryLock take(Path rootDir) {
        Path file = rootDir.resolve("lock");
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new StoreException(rootDir, "is not writable", e);
        }
        try {
            FileLock lock = channel.tryLock(0, 1, false);
            if (lock == null) {
                throw inUse(channel, rootDir);
            }
            channel.write(ByteBuffer.wrap(CONTENT), 0);
            return new DirectoryLock(channel);
        } catch (OverlappingFileLockException e) {
            throw inUse(channel, rootDir);
        } catch (IOException e) {
            closeQuietly(channel);
            throw new StoreException(file, "cannot be locked", e);
        }
    }

    /** Whether somebody holds the lock now. Changes nothing. */
    public static boolean isHeld(Path rootDir) {
        Path file = rootDir.resolve("lock");
        if (!Files.exists(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, 1, true)) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (IOException e) {
            throw new StoreException(file, "cannot be read", e);
        }
    }

    private static StoreException inUse(FileChannel channel, Path rootDir) {
        closeQuietly(channel);
        return new StoreException(rootDir, "is in use by another broker (file lock is held)");
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new StoreException("closing the lock file failed: " + e);
        }
    }

    @Override
    public void close() {
        closeQuietly(channel);
    }
}
