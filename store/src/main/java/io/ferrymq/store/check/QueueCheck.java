package io.ferrymq.store.check;

import io.ferrymq.store.queue.EntryLayout;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Compares one queue with the records of the log, which come in the order of their offsets. */
final class QueueCheck {
    private static final long NONE = -1;

    private final String topic;
    private final int queueId;
    private final QueueFileSet files;
    private final EntryRuns runs;
    private final long logMin;
    private final DamagedRanges damages;
    private long next = NONE;
    private long entries;

    QueueCheck(String topic, int queueId, QueueFileSet files, long logMin, DamagedRanges damages, Findings findings) {
        this.topic = topic;
        this.queueId = queueId;
        this.files = files;
        this.logMin = logMin;
        this.damages = damages;
        this.runs = new EntryRuns(topic + "/" + queueId, files, damages, findings);
    }

    void record(long queueOffset, long address, int size, long tagsCode) throws IOException {
        if (next == NONE) {
            checkBefore(queueOffset);
        } else if (queueOffset < next) {
            runs.taken(queueOffset, address);
            return;
        } else if (queueOffset > next) {
            checkGap(next, queueOffset);
        }
        compare(queueOffset, address, size, tagsCode);
        next = queueOffset + 1;
    }

    private void compare(long queueOffset, long address, int size, long tagsCode) throws IOException {
        int at = files.at(queueOffset);
        ByteBuffer bytes = files.bytes();
        if (at < 0 || !isPresent(bytes, at)) {
            runs.missing(queueOffset, address);
            return;
        }
        entries++;
        long foundAddress = bytes.getLong(at + EntryLayout.PHYSICAL_OFFSET);
        int foundSize = bytes.getInt(at + EntryLayout.RECORD_SIZE);
        long foundCode = bytes.getLong(at + EntryLayout.TAGS_CODE);
        if (foundAddress != address || foundSize != size) {
            runs.wrong(
                    queueOffset,
                    "leads to address " + foundAddress + ", " + foundSize + " bytes; the message is at " + address
                            + ", " + size + " bytes");
        } else if (foundCode != tagsCode && !isExtension(foundCode)) {
            runs.wrong(queueOffset, "has tag code " + foundCode + ", expected " + tagsCode);
        }
    }

    /** Addresses in an extension file, which holds the tag code then. */
    private static boolean isExtension(long tagsCode) {
        return tagsCode < Integer.MIN_VALUE;
    }

    private static boolean isPresent(ByteBuffer bytes, int at) {
        return EntryLayout.isPresent(
                bytes.getLong(at + EntryLayout.PHYSICAL_OFFSET), bytes.getInt(at + EntryLayout.RECORD_SIZE));
    }

    private static boolean isFiller(ByteBuffer bytes, int at) {
        return bytes.getInt(at + EntryLayout.RECORD_SIZE) == EntryLayout.FILLER_SIZE;
    }

    /** Entries of messages that the log no longer holds, and what fills the first file up to the first entry. */
    private void checkBefore(long queueOffset) throws IOException {
        for (long at = files.firstOffset(); at < queueOffset; at++) {
            int in = files.at(at);
            if (in < 0 || !isPresent(files.bytes(), in)) {
                runs.hole(at);
            } else if (!isFiller(files.bytes(), in)) {
                entries++;
                checkExpired(at, files.bytes().getLong(in + EntryLayout.PHYSICAL_OFFSET));
            }
        }
    }

    private void checkExpired(long queueOffset, long address) {
        if (address >= logMin) {
            runs.stray(queueOffset, address);
        }
    }

    /** Offsets that no record claims: the queue must not pretend to have them. */
    private void checkGap(long from, long to) throws IOException {
        for (long at = from; at < to; at++) {
            int in = files.at(at);
            if (in >= 0 && isPresent(files.bytes(), in) && !isFiller(files.bytes(), in)) {
                entries++;
                runs.stray(at, files.bytes().getLong(in + EntryLayout.PHYSICAL_OFFSET));
            } else {
                runs.lost(at);
            }
        }
    }

    /** @param limit entries of records at and behind this address are left alone */
    void finish(long limit) throws IOException {
        long at = next == NONE ? files.firstOffset() : next;
        long end = next;
        for (int in = files.at(at); in >= 0 && isPresent(files.bytes(), in); in = files.at(++at)) {
            long address = files.bytes().getLong(in + EntryLayout.PHYSICAL_OFFSET);
            if (address >= limit) {
                break;
            }
            entries++;
            boolean isExpired = next == NONE && (address < logMin || isFiller(files.bytes(), in));
            if (!isExpired) {
                runs.stray(at, address);
                // The queue keeps the offset of a damaged message.
                end = damages.contains(address) ? at + 1 : end;
            }
        }
        next = next == NONE ? at : end;
        runs.end();
    }

    long entries() {
        return entries;
    }

    CheckSummary.QueueEnd end() {
        return new CheckSummary.QueueEnd(topic, queueId, Math.max(0, next));
    }
}
