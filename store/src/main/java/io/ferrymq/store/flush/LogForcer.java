package io.ferrymq.store.flush;

import io.ferrymq.store.log.Segment;
import io.ferrymq.store.log.Segments;
import java.io.IOException;

/** Forces ranges of the log. */
public final class LogForcer {
    /** The system call; tests put a broken disk here. */
    @FunctionalInterface
    public interface Force {
        void force(Segment segment, int from, int to) throws IOException;
    }

    private final Segments segments;
    private final Force force;
    private volatile long forcedTo;

    public LogForcer(Segments segments, Force force, long forcedTo) {
        this.segments = segments;
        this.force = force;
        this.forcedTo = forcedTo;
    }

    /** All before it is on disk. */
    public long forcedTo() {
        return forcedTo;
    }

    /** Forces everything before an address. Called by one thread at a time; on failure what is forced stays where it was. */
    public void forceTo(long end) throws IOException {
        long at = Math.max(forcedTo, segments.minOffset());
        while (at < end) {
            Segment segment = segments.retain(at);
            if (segment == null) {
                break;
            }
            try {
                long to = Math.min(end, segment.end());
                force.force(segment, (int) (at - segment.base()), (int) (to - segment.base()));
                at = to;
            } finally {
                segment.mapping().release();
            }
        }
        forcedTo = Math.max(forcedTo, at);
    }
}
