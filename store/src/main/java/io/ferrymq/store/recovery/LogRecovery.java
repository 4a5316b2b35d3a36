package io.ferrymq.store.recovery;

import io.ferrymq.store.StoreException;
import io.ferrymq.store.log.LogScanner;
import io.ferrymq.store.log.Segment;
import io.ferrymq.store.log.Segments;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the true end of the log: the place behind which no undamaged record stands. A damaged record before it is named and stays where it is; nothing good is
 * ever cut off.
 */
public final class LogRecovery {
    private static final Logger LOG = LoggerFactory.getLogger(LogRecovery.class);

    private final Segments segments;
    private final LogScanner scanner;
    private final List<Damage> damages = new ArrayList<>();
    private long newestTimestampMs;
    private long records;

    public LogRecovery(Segments segments) {
        this.segments = segments;
        this.scanner = new LogScanner(segments);
    }

    /** A range of the log in which no undamaged record stands. */
    public record Damage(long from, long to) {}

    /** Reads from an address on, checking everything. Changes nothing. */
    public long findEnd(long from) {
        return findEnd(from, Long.MAX_VALUE);
    }

    /** @param searchBytes how far behind a place where no record begins one is looked for */
    long findEnd(long from, long searchBytes) {
        if (segments.isEmpty()) {
            return 0;
        }
        long limit = segments.last().end();
        long at = scan(from, limit);
        while (at < limit) {
            long next = scanner.findRecord(at + 1, searchBytes < limit - at ? at + searchBytes : limit);
            if (next < 0) {
                return at;
            }
            report(new Damage(at, next));
            at = scan(next, limit);
        }
        return at;
    }

    /** Reads from an address on to the first place where no undamaged record stands. Changes nothing. */
    public long findFirstGap(long from) {
        if (segments.isEmpty()) {
            return 0;
        }
        long limit = segments.last().end();
        long at = scan(from, limit);
        long next = at < limit ? scanner.findRecord(at + 1, limit) : -1;
        if (next >= 0) {
            LOG.warn(
                    "{}: nothing undamaged from {} to {}: this and what follows is copied anew from the master",
                    segments.dir(),
                    at,
                    next);
        }
        return at;
    }

    private long scan(long from, long limit) {
        try {
            return scanner.scan(from, limit, true, (record, physicalOffset) -> {
                newestTimestampMs = Math.max(newestTimestampMs, record.storeTimestampMs());
                records++;
                return true;
            });
        } catch (IOException e) {
            throw new StoreException(segments.dir(), "cannot be read", e);
        }
    }

    private void report(Damage damage) {
        damages.add(damage);
        Segment segment = segments.find(damage.from);
        LOG.error(
                "{}: damaged from byte {} on (log address {}); the next undamaged record is at {}. What is between is"
                        + " not served",
                segment.path(),
                damage.from - segment.base(),
                damage.from,
                damage.to);
    }

    public List<Damage> damages() {
        return List.copyOf(damages);
    }

    public long recordCount() {
        return records;
    }

    /** Store time of the newest record, as far as can be told without reading the whole log; 0 when it is empty. */
    public long newestTimestampMs() {
        if (newestTimestampMs == 0) {
            for (Segment segment : segments.list()) {
                newestTimestampMs = Math.max(newestTimestampMs, firstTimestampMs(segment));
            }
        }
        return newestTimestampMs;
    }

    /** Store time of a file's first record, 0 when there is none. */
    public long firstTimestampMs(Segment segment) {
        long[] found = new long[1];
        try {
            scanner.scan(segment.base(), segment.end(), true, (record, physicalOffset) -> {
                found[0] = record.storeTimestampMs();
                return false;
            });
        } catch (IOException e) {
            throw new StoreException(segment.path(), "cannot be read", e);
        }
        return found[0];
    }

    /** A directory of something else must not be taken for an empty log. */
    public void refuseUnknownFormat() {
        ByteBuffer first = segments.first().buffer();
        if (records == 0 && first.getLong(0) != 0) {
            throw new StoreException(
                    segments.first().path(),
                    "begins with 0x" + Long.toHexString(first.getLong(0))
                            + " and holds no undamaged record: not a commit log, or damaged beyond recovery");
        }
    }

    /** Whether a record begins at an address: somebody appended behind an end that we had noted. */
    public boolean isRecordAt(long address) {
        boolean[] found = new boolean[1];
        try {
            scanner.scan(address, segments.last().end(), true, (record, physicalOffset) -> {
                found[0] = true;
                return false;
            });
        } catch (IOException e) {
            throw new StoreException(segments.dir(), "cannot be read", e);
        }
        return found[0];
    }

    /** Files that begin behind the end hold nothing: they had been prepared. The first file stays, so that addresses go on. */
    public void dropFilesBehind(long end) {
        while (!segments.isEmpty() && segments.last().base() >= end && segments.last() != segments.first()) {
            segments.deleteLast();
        }
    }
}
