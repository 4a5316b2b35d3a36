package io.ferrymq.store.log;

import io.ferrymq.store.file.SpaceClaim;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of the log, where records are put. Used under the append lock, except for what a thread of its own does ahead of need: it claims and maps
 * space before the write position and prepares the next file, so that an append finds both.
 */
public final class LogTail implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LogTail.class);

    private final Segments segments;
    private final SpaceClaim space;
    private final int claimStepBytes;
    private final Thread keeper;
    private final WriteWindow window = new WriteWindow();
    private volatile Segment active;
    private volatile Segment prepared;
    private volatile long endOffset;
    private volatile boolean closing;

    public LogTail(Segments segments, SpaceClaim space, int claimStepBytes, long endOffset) {
        this.segments = segments;
        this.space = space;
        this.claimStepBytes = claimStepBytes;
        this.endOffset = endOffset;
        this.active = segments.find(endOffset);
        if (active != null) {
            active.beginWritingAt((int) (endOffset - active.base()));
        }
        this.keeper = new Thread(this::keepAhead, "store-space");
        keeper.setDaemon(true);
    }

    /** Where the files are. */
    Path dir() {
        return segments.dir();
    }

    public void start() {
        keeper.start();
    }

    /** End of the log; everything before it is complete. */
    public long endOffset() {
        return endOffset;
    }

    /** The place of the next record of this size, with room and space for it. Rolls over to the next file where needed. */
    WriteWindow windowFor(int sizeBytes) throws IOException {
        Segment current = active;
        if (current == null) {
            current = nextSegment(endOffset - endOffset % segments.sizeBytes());
        }
        int at = (int) (endOffset - current.base());
        if (sizeBytes + RecordLayout.BLANK_SIZE_BYTES > current.sizeBytes() - at) {
            Segment next = nextSegment(current.end());
            cover(current, at, RecordLayout.BLANK_SIZE_BYTES);
            RecordWriter.writeBlank(window.buffer(), window.index(endOffset), current.sizeBytes() - at);
            current.endWriting();
            endOffset = current.end();
            current = next;
            at = 0;
        }
        activate(current);
        return cover(current, at, sizeBytes);
    }

    private WriteWindow cover(Segment segment, int at, int sizeBytes) throws IOException {
        ensureSpace(segment, at, sizeBytes);
        if (window.cover(segment, at, sizeBytes)) {
            LockSupport.unpark(keeper);
        }
        return window;
    }

    private void ensureSpace(Segment segment, int at, int sizeBytes) throws IOException {
        int needed = at + sizeBytes;
        int claimed = segment.claimedEnd();
        if (needed > claimed) {
            segment.claim(space, stepBehind(needed, segment));
        } else if (claimed - needed < claimStepBytes / 2 && claimed < segment.sizeBytes()) {
            LockSupport.unpark(keeper);
        }
    }

    private int stepBehind(int position, Segment segment) {
        return (int) Math.min(segment.sizeBytes(), (long) position + claimStepBytes);
    }

    /** The file that begins at this address: the prepared one, else made now. */
    private synchronized Segment nextSegment(long base) throws IOException {
        Segment next = segments.find(base);
        if (next == null) {
            next = takePrepared(base);
            segments.add(next);
        }
        return next;
    }

    /** The keeper is woken after the change, or it would prepare the file behind the one before. */
    private void activate(Segment segment) {
        if (active != segment) {
            active = segment;
            LockSupport.unpark(keeper);
        }
    }

    private Segment takePrepared(long base) throws IOException {
        Segment ready = prepared;
        prepared = null;
        if (ready != null && ready.base() != base) {
            Segments.delete(ready);
            ready = null;
        }
        return ready != null ? ready : create(base);
    }

    private Segment create(long base) throws IOException {
        return Segment.create(segments.dir(), base, segments.sizeBytes(), space, claimStepBytes);
    }

    /** Publishes what was written before this address to readers. */
    void advanceTo(long newEnd) {
        endOffset = newEnd;
    }

    /** Bytes from a master, which bring their own blank records. */
    WriteWindow windowForRaw(long offset, int sizeBytes) throws IOException {
        if (isEmpty() && offset != endOffset) {
            dropEmptyFile();
        }
        Segment current = segments.find(offset);
        if (current == null) {
            if (active != null) {
                active.endWriting();
            }
            current = nextSegment(offset);
        }
        activate(current);
        int at = (int) (offset - current.base());
        return cover(current, at, sizeBytes);
    }

    /** No byte of a record has ever been put into this log; it may have a file for the first one. */
    boolean isEmpty() {
        return segments.isEmpty() || endOffset == segments.minOffset();
    }

    /** The file for a beginning that is elsewhere: what a crash before the first byte from a master leaves. */
    private synchronized void dropEmptyFile() throws IOException {
        if (active != null) {
            active.endWriting();
            active = null;
        }
        while (!segments.isEmpty()) {
            segments.deleteLast();
        }
    }

    private void keepAhead() {
        while (!closing) {
            try {
                claimAhead();
                workAhead();
                prepareNext();
            } catch (IOException e) {
                // The append that needs the space will report it, and try again itself.
                LOG.debug("claiming space ahead failed: {}", e.toString());
            }
            LockSupport.park(this);
        }
    }

    /** Twice a step, or the next part of the window would not have its space. */
    private void claimAhead() throws IOException {
        Segment current = active;
        if (current != null) {
            int at = (int) Math.max(0, Math.min(current.sizeBytes(), endOffset - current.base()));
            long wanted = Math.min(current.sizeBytes(), at + 2L * claimStepBytes);
            while (current.claimedEnd() < wanted) {
                current.claim(space, stepBehind(Math.max(at, current.claimedEnd()), current));
            }
        }
    }

    private void workAhead() throws IOException {
        Segment current = active;
        if (current != null) {
            window.workAhead(current);
        }
    }

    private synchronized void prepareNext() throws IOException {
        Segment current = active;
        if (current == null && !segments.isEmpty()) {
            // The first file has just been made, wherever a master's log begins.
            return;
        }
        long base = current == null ? endOffset - endOffset % segments.sizeBytes() : current.end();
        if (!closing && prepared == null && segments.find(base) == null) {
            prepared = create(base);
        }
    }

    /** Stops working ahead and removes the file that was prepared but not needed. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(keeper);
        try {
            keeper.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        window.close();
        synchronized (this) {
            if (prepared != null) {
                Segments.delete(prepared);
                prepared = null;
            }
        }
    }
}
