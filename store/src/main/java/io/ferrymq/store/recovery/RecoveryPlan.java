package io.ferrymq.store.recovery;

import io.ferrymq.store.log.Segment;
import io.ferrymq.store.log.Segments;
import java.util.List;

/**
 * Where recovery of each part begins.
 *
 * @param logFrom from here on the log is read and checked for its end
 * @param queuesFrom from here on queue entries are taken from the log; those of earlier records are trusted
 * @param indexFrom from here on keys are taken from the log
 * @param clean nothing has to be read: the directory is as our clean stop left it
 * @param foreign the directory was last written by RocketMQ, or by nobody knows whom
 */
public record RecoveryPlan(long logFrom, long queuesFrom, long indexFrom, boolean clean, boolean foreign) {
    /** A clean stop of RocketMQ is believed as RocketMQ believes it: but for the last files. */
    private static final int FOREIGN_FILES_CHECKED = 3;

    static RecoveryPlan make(
            Segments segments, LogRecovery log, Progress progress, Checkpoint checkpoint, boolean aborted) {
        if (segments.isEmpty()) {
            return new RecoveryPlan(0, 0, 0, false, progress == null);
        }
        long min = segments.minOffset();
        boolean ours = progress != null
                && progress.logForcedTo() >= min
                && progress.logForcedTo() <= segments.last().end();
        if (!ours) {
            long from = aborted ? trustedByTime(segments, log, checkpoint) : thirdLast(segments);
            return new RecoveryPlan(from, from, from, false, true);
        }
        long queuesFrom = Math.max(min, Math.min(progress.queuesForcedTo(), progress.logForcedTo()));
        long indexFrom = Math.max(min, Math.min(progress.indexForcedTo(), progress.logForcedTo()));
        boolean clean = progress.clean() && !aborted && !log.isRecordAt(progress.logForcedTo());
        return new RecoveryPlan(progress.logForcedTo(), queuesFrom, indexFrom, clean, false);
    }

    private static long thirdLast(Segments segments) {
        List<Segment> all = segments.list();
        return all.get(Math.max(0, all.size() - FOREIGN_FILES_CHECKED)).base();
    }

    /** The newest file all of whose predecessors are on disk, by the store time of its first record. */
    private static long trustedByTime(Segments segments, LogRecovery log, Checkpoint checkpoint) {
        List<Segment> all = segments.list();
        for (int i = all.size() - 1; i > 0; i--) {
            long first = log.firstTimestampMs(all.get(i));
            if (first > 0 && first <= checkpoint.safeTimestampMs()) {
                return all.get(i).base();
            }
        }
        return segments.minOffset();
    }

    RecoveryPlan withQueuesFrom(long from) {
        return new RecoveryPlan(logFrom, from, indexFrom, clean, foreign);
    }

    RecoveryPlan withIndexFrom(long from) {
        return new RecoveryPlan(logFrom, queuesFrom, from, clean, foreign);
    }
}
