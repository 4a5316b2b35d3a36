package io.ferrymq.store.check;

import io.ferrymq.store.file.Mapping;
import io.ferrymq.store.log.RecordCheck;
import io.ferrymq.store.log.RecordSearch;
import io.ferrymq.store.log.RecordView;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads the log from its first byte to its end, checks every record, and goes on behind damage as recovery does. */
final class LogWalk {
    private static final long PROGRESS_STEP_BYTES = 64L << 20;

    private final LogFiles files;
    private final DamagedRanges damages;
    private final Findings findings;
    private final CheckListener listener;
    private final long limit;
    private final RecordCheck check = new RecordCheck();
    private final RecordSearch search = new RecordSearch();

    // The place where a range began in which no record has been found so far; null when there is none.
    private LogFile brokenIn;
    private long brokenAt;
    private String brokenWhy;

    private long end;
    private long records;
    private long doneBytes;
    private long newestTimestampMs;

    /** @param limit records at and behind this address are left alone */
    LogWalk(LogFiles files, DamagedRanges damages, Findings findings, CheckListener listener, long limit) {
        this.files = files;
        this.damages = damages;
        this.findings = findings;
        this.listener = listener;
        this.limit = limit;
    }

    /** Told of each undamaged record. */
    interface Visitor {
        void record(RecordView record, long address) throws IOException;
    }

    void run(Visitor visitor) throws IOException {
        end = files.min();
        for (LogFile file : files.list()) {
            if (file.base() >= limit) {
                break;
            }
            Mapping mapping = file.map();
            try {
                walk(file, mapping.buffer(), visitor);
            } finally {
                mapping.release();
            }
            doneBytes += file.bytes();
        }
        if (brokenIn != null) {
            end = brokenAt;
        }
    }

    private void walk(LogFile file, ByteBuffer bytes, Visitor visitor) throws IOException {
        int at = 0;
        int stop = (int) Math.min(file.bytes(), limit - file.base());
        long nextProgress = PROGRESS_STEP_BYTES;
        while (at >= 0 && at < stop) {
            long address = file.base() + at;
            switch (check.check(bytes, at, file.bytes(), address)) {
                case RECORD -> {
                    endBroken(address);
                    RecordView record = check.view();
                    int size = record.totalSize();
                    records++;
                    newestTimestampMs = Math.max(newestTimestampMs, record.storeTimestampMs());
                    visitor.record(record, address);
                    at += size;
                    end = file.base() + at;
                }
                case BLANK -> {
                    at = stop;
                    end = brokenIn == null ? file.end() : end;
                }
                case NOTHING -> {
                    beginBroken(file, bytes, at);
                    at = search.next(file.path(), bytes, file.base(), at + 1, file.bytes());
                }
            }
            if (at > nextProgress) {
                listener.progress(doneBytes + at, files.bytes(), records);
                nextProgress = at + PROGRESS_STEP_BYTES;
            }
        }
    }

    private void beginBroken(LogFile file, ByteBuffer bytes, int at) {
        if (brokenIn == null) {
            brokenIn = file;
            brokenAt = file.base() + at;
            brokenWhy = RecordDiagnosis.of(bytes, at, file.bytes(), brokenAt);
        }
    }

    /** A record follows: what is between is damaged. */
    private void endBroken(long next) {
        if (brokenIn != null) {
            damages.add(brokenAt, next);
            findings.add(Finding.damaged(
                    brokenIn.path(),
                    brokenAt - brokenIn.base(),
                    "no undamaged record from log address " + brokenAt + " to " + next + " (" + brokenWhy + ")"));
            brokenIn = null;
        }
    }

    /** Where the log ends: behind it no record begins. */
    long end() {
        return end;
    }

    long records() {
        return records;
    }

    long newestTimestampMs() {
        return newestTimestampMs;
    }

    /**
     * The place behind the end where bytes stand that are not zero: a record that a crash has torn, the damaged last record, or what the log held before it was
     * cut; -1 when all is zero.
     */
    long remainder() {
        LogFile file = files.find(end);
        if (file == null) {
            return -1;
        }
        int from = (int) (end - file.base());
        int found = RecordSearch.zerosEnd(file.path(), from, file.bytes());
        return found >= file.bytes() - Long.BYTES ? -1 : file.base() + found;
    }

    LogFile fileOf(long address) {
        return files.find(address);
    }

    /** Why no record begins at the end, for the case that something stands there. */
    String remainderReason() {
        return brokenWhy == null ? "nothing" : brokenWhy;
    }
}
