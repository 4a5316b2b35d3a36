package io.ferrymq.broker.offset;

import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import io.ferrymq.remoting.protocol.body.PositionNotes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the positions of a master and its slave together, whichever of them was away: of each position the greater copy stays (see
 * {@link Position}). Guarded by its owner.
 */
final class PositionMerge {
    private static final Logger LOG = LoggerFactory.getLogger(PositionMerge.class);
    private static final PositionNotes NO_NOTES = new PositionNotes(Map.of(), 0, Map.of(), Map.of());

    private final OffsetTable committed;
    private final OffsetTable here;
    private final MoveMarks marks;

    PositionMerge(OffsetTable committed, OffsetTable here, MoveMarks marks) {
        this.committed = committed;
        this.here = here;
        this.marks = marks;
    }

    /**
     * Takes over what is further there.
     *
     * @param known whether a group (first) and a topic exist; only then a position is taken
     * @return what is further here
     */
    List<Ahead> merge(ConsumerOffsetSerializeWrapper theirs, BiPredicate<String, String> known, Object from) {
        PositionNotes notes = theirs.ferrymqNotes() == null ? NO_NOTES : theirs.ferrymqNotes();
        marks.forget(notes.forgotten());
        Set<String> keys = new HashSet<>(committed.keys());
        keys.addAll(theirs.offsetTable().keySet());
        keys.addAll(notes.moves().keySet());
        List<Ahead> ahead = new ArrayList<>();
        for (String key : keys) {
            if (OffsetTable.isKey(key)) {
                Map<Integer, Long> offsets = theirs.offsetTable().getOrDefault(key, Map.of());
                Map<Integer, Long> moves = notes.moves().getOrDefault(key, Map.of());
                Set<Integer> queues = new HashSet<>(committed.queues(key).keySet());
                queues.addAll(offsets.keySet());
                queues.addAll(moves.keySet());
                for (int queueId : queues) {
                    long move = moves.getOrDefault(queueId, 0L);
                    Position there = new Position(
                            offsets.getOrDefault(queueId, OffsetTable.NONE), move <= marks.forgotten() ? 0 : move);
                    mergeOne(key, queueId, there, ahead, known, from);
                }
            }
        }
        return ahead;
    }

    private void mergeOne(
            String key,
            int queueId,
            Position there,
            List<Ahead> ahead,
            BiPredicate<String, String> known,
            Object from) {
        Position mine = new Position(committed.get(key, queueId), marks.of(key, queueId));
        int order = mine.compareTo(there);
        if (order < 0) {
            if (known.test(OffsetTable.groupOf(key), OffsetTable.topicOf(key))) {
                adopt(key, queueId, there, from);
            }
        } else if (order == 0) {
            here.remove(key, queueId);
        } else if (mine.offset() >= 0) {
            ahead.add(ahead(key, queueId, mine));
        }
    }

    /** Takes one position over if it is further than the one here. Returns whether it was. */
    boolean offer(String key, int queueId, Position there, Object from) {
        Position counted = there.move() <= marks.forgotten() ? new Position(there.offset(), 0) : there;
        if (new Position(committed.get(key, queueId), marks.of(key, queueId)).compareTo(counted) >= 0) {
            return false;
        }
        adopt(key, queueId, counted, from);
        return true;
    }

    private void adopt(String key, int queueId, Position there, Object from) {
        long before = committed.get(key, queueId);
        if (there.offset() < 0) {
            committed.remove(key, queueId);
        } else if (there.move() == marks.of(key, queueId)) {
            // A commit may come at the same time: the further one stays.
            committed.raise(key, queueId, there.offset());
        } else {
            committed.put(key, queueId, there.offset());
        }
        marks.set(key, queueId, there.move());
        here.remove(key, queueId);
        if (there.offset() < before) {
            LOG.info("{} queue {} goes back from {} to {}: moved so at {}", key, queueId, before, there.offset(), from);
        }
    }

    /**
     * Takes over what a master says that keeps no marks: everything, but for what was committed here and is further.
     *
     * @return what was committed here and is further
     */
    List<Ahead> follow(ConsumerOffsetSerializeWrapper theirs, BiPredicate<String, String> known, Object master) {
        theirs.offsetTable().forEach((key, queues) -> {
            if (OffsetTable.isKey(key)) {
                queues.forEach((queueId, offset) -> follow(key, queueId, offset, master));
            }
        });
        List<Ahead> ahead = new ArrayList<>();
        here.copy().forEach((key, queues) -> queues.keySet().forEach(queueId -> {
            Position mine = new Position(committed.get(key, queueId), 0);
            if (mine.offset() >= 0 && known.test(OffsetTable.groupOf(key), OffsetTable.topicOf(key))) {
                ahead.add(ahead(key, queueId, mine));
            }
        }));
        return ahead;
    }

    private void follow(String key, int queueId, long offset, Object master) {
        long before = committed.get(key, queueId);
        if (offset < 0 || (before > offset && here.get(key, queueId) != OffsetTable.NONE)) {
            return;
        }
        here.remove(key, queueId);
        committed.put(key, queueId, offset);
        if (offset < before) {
            LOG.info("{} queue {} goes back from {} to {}: so it stands at {}", key, queueId, before, offset, master);
        }
    }

    private static Ahead ahead(String key, int queueId, Position position) {
        return new Ahead(
                OffsetTable.groupOf(key), OffsetTable.topicOf(key), queueId, position.offset(), position.move());
    }
}
