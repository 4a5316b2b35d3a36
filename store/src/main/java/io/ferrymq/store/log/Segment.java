package io.ferrymq.store.log;

import io.ferrymq.store.file.Mapping;
import io.ferrymq.store.file.SpaceClaim;
import io.ferrymq.store.file.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One file of the log, mapped as a whole for reading; a {@link WriteWindow} writes. Its first byte has the address {@link #base()}. */
public final class Segment {
    private final Path path;
    private final long base;
    private final int sizeBytes;
    private final Mapping mapping;
    private volatile FileChannel channel;
    private volatile int claimedEnd;
    private boolean closed;

    private Segment(Path path, long base, int sizeBytes, Mapping mapping) {
        this.path = path;
        this.base = base;
        this.sizeBytes = sizeBytes;
        this.mapping = mapping;
    }

    /** Maps an existing file of full length. */
    public static Segment open(Path path, int sizeBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Segment(path, StoreFiles.parseOffsetName(path), sizeBytes, Mapping.map(channel, sizeBytes));
        }
    }

    /** Makes the file that begins at this address, at its full length (sparse), with its first space claimed. */
    public static Segment create(Path dir, long base, int sizeBytes, SpaceClaim space, int claimBytes)
            throws IOException {
        Path path = dir.resolve(StoreFiles.offsetName(base));
        if (Files.exists(path) && Files.size(path) == 0) {
            // Left by a crash in the middle of this.
            Files.delete(path);
        }
        FileChannel channel = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Segment segment = null;
        try {
            segment = new Segment(path, base, sizeBytes, Mapping.map(channel, sizeBytes));
            segment.channel = channel;
            segment.claim(space, Math.min(claimBytes, sizeBytes));
            segment.onChannel(open -> {
                open.force(true);
                StoreFiles.forceDirectory(dir);
            });
            return segment;
        } catch (IOException e) {
            undoCreate(path, channel, segment, e);
            throw e;
        }
    }

    /** A deleted file gives its blocks back only when nothing maps it any more: on a full disk others wait for them. */
    private static void undoCreate(Path path, FileChannel channel, Segment segment, IOException failure) {
        try (channel) {
            if (segment != null) {
                segment.close();
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        StoreFiles.deleteAfter(path, failure);
    }

    public Path path() {
        return path;
    }

    public long base() {
        return base;
    }

    public int sizeBytes() {
        return sizeBytes;
    }

    public long end() {
        return base + sizeBytes;
    }

    /** Only while the caller holds a count of {@link #mapping()} or the segment cannot be deleted. */
    public ByteBuffer buffer() {
        return mapping.buffer();
    }

    public Mapping mapping() {
        return mapping;
    }

    /** Up to here space on disk has been claimed and may be written to. */
    public int claimedEnd() {
        return claimedEnd;
    }

    /** Claims space so that bytes before {@code to} may be written. Does nothing when it has been claimed. */
    public synchronized void claim(SpaceClaim space, int to) throws IOException {
        int end = Math.min(to, sizeBytes);
        if (end <= claimedEnd) {
            return;
        }
        onChannel(open -> space.claim(open, claimedEnd, end));
        claimedEnd = end;
    }

    /** Says where writing begins in an existing file: nothing before it is ever claimed, as claiming clears. */
    public void beginWritingAt(int position) {
        claimedEnd = position;
    }

    /** Maps a part for writing: beside the mapping of the whole, which is only read. */
    Mapping mapForWriting(int from, int bytes) throws IOException {
        Mapping[] mapped = new Mapping[1];
        onChannel(open -> mapped[0] = Mapping.mapPart(open, from, bytes));
        return mapped[0];
    }

    @FunctionalInterface
    private interface ChannelWork {
        void run(FileChannel open) throws IOException;
    }

    /**
     * A thread that is interrupted closes the channel that it uses, for all who use it: it is opened again unless the segment itself has been closed, and the
     * interrupt is kept for whoever waits for it.
     */
    private void onChannel(ChannelWork work) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    work.run(openChannel());
                    return;
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private FileChannel openChannel() throws IOException {
        FileChannel open = channel;
        return open != null && open.isOpen() ? open : reopen();
    }

    private synchronized FileChannel reopen() throws IOException {
        if (closed) {
            throw new IOException(path + " has been closed");
        }
        if (channel == null || !channel.isOpen()) {
            channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        }
        return channel;
    }

    /** No more is written to this file. */
    public synchronized void endWriting() throws IOException {
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }

    public void force(int from, int to) throws IOException {
        mapping.force(from, to - from);
    }

    /** Lets go of the mapping; readers keep it as long as they need it. */
    public synchronized void close() throws IOException {
        closed = true;
        try {
            endWriting();
        } finally {
            mapping.release();
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
