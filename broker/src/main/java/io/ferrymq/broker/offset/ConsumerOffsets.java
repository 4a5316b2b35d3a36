package io.ferrymq.broker.offset;

import io.ferrymq.common.Clock;
import io.ferrymq.common.DataVersion;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import io.ferrymq.remoting.protocol.body.PositionNotes;
import io.ferrymq.remoting.protocol.header.QueueHold;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where groups stand: the next offset of each queue that a group has committed (kept on disk), the one it has pulled up to (in memory
 * only), and resets that its members have not heard of yet (kept on disk). A position moves by a commit, a reset, a copy or a removal;
 * nothing here moves one by itself, and whatever moves one back is logged with from, to and who.
 */
public final class ConsumerOffsets {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerOffsets.class);

    /** Queue ids beyond are no queues of anybody: a topic has far fewer. */
    public static final int QUEUE_ID_MAX = 65_535;

    public static final long NONE = OffsetTable.NONE;

    private final OffsetTable committed = new OffsetTable();
    private final OffsetTable pulled = new OffsetTable();
    private final Resets resets = new Resets();
    private final OffsetTable here = new OffsetTable();
    private final Keepers keepers = new Keepers();
    private final Clock clock;
    private final int versionStep;
    private final boolean slave;
    private volatile boolean complete;
    private final AtomicReference<DataVersion> version;
    private final AtomicLong changes = new AtomicLong();

    // Guarded by this: moves, and what compares positions with another broker's. Commits that go forward need no lock.
    private final MoveMarks marks;
    private final PositionMerge merge;

    /** Of a master. */
    public ConsumerOffsets(Clock clock, int versionStep) {
        this(clock, versionStep, false);
    }

    /**
     * @param versionStep commits per change of the data version
     * @param slave whether what is committed here has to be told to a master
     */
    public ConsumerOffsets(Clock clock, int versionStep, boolean slave) {
        this.clock = clock;
        this.versionStep = versionStep;
        this.slave = slave;
        this.complete = !slave;
        this.marks = new MoveMarks(clock);
        this.merge = new PositionMerge(committed, here, marks);
        this.version = new AtomicReference<>(DataVersion.initial(clock.nowMs()));
    }

    /** False at a slave that has not heard from its master yet: a group without a position may have one. */
    public boolean isComplete() {
        return complete;
    }

    /** {@link #NONE} when the group has never committed there. */
    public long committed(String group, String topic, int queueId) {
        return committed.get(group, topic, queueId);
    }

    /** How far the group has pulled, at least as far as it has committed; {@link #NONE} when neither. */
    public long pulled(String group, String topic, int queueId) {
        return Math.max(pulled.get(group, topic, queueId), committed.get(group, topic, queueId));
    }

    public void recordPulled(String group, String topic, int queueId, long nextOffset) {
        pulled.put(group, topic, queueId, nextOffset);
    }

    /**
     * Takes a group's word for its position. Going back is the group's right, and logged.
     *
     * @param who for the log
     * @return false when a reset is on its way to the group, whose word is then of before
     */
    public boolean commit(String group, String topic, int queueId, long offset, Object who) {
        if (!resets.isEmpty() && resets.outweighs(group, topic, queueId, offset)) {
            return false;
        }
        String key = OffsetTable.key(group, topic);
        long before = committed.put(key, queueId, offset);
        if (isOvertaken(group, topic, queueId, offset)) {
            return false;
        }
        moved(key, queueId, before, offset, who);
        return true;
    }

    /**
     * Takes a member's word for how far it has got. What lies behind counts only while no other member keeps the position: it comes from an
     * earlier owner of the queue.
     */
    public CommitResult progress(String group, String topic, int queueId, long offset, Connection member) {
        return progress(group, topic, queueId, offset, member, false);
    }

    private CommitResult progress(
            String group, String topic, int queueId, long offset, Connection member, boolean speaks) {
        if (!resets.isEmpty() && resets.outweighs(group, topic, queueId, offset)) {
            return CommitResult.RESET;
        }
        String key = OffsetTable.key(group, topic);
        long before = committed.raise(key, queueId, offset);
        long nowMs = clock.nowMs();
        if (offset < before) {
            if (keepers.isAnother(key, queueId, member, nowMs)) {
                LOG.debug("{} tells {} of {} queue {} too late: it is at {}", member, offset, key, queueId, before);
                return CommitResult.BEHIND;
            }
            committed.put(key, queueId, offset);
        }
        if (isOvertaken(group, topic, queueId, offset)) {
            return CommitResult.RESET;
        }
        keepers.wrote(key, queueId, member, speaks, nowMs);
        moved(key, queueId, before, offset, member);
        return CommitResult.TAKEN;
    }

    /**
     * The same from a member that says itself that it has only gone on: what lies behind never counts. Such members also tell when they are done
     * with a queue.
     */
    public CommitResult forward(String group, String topic, int queueId, long offset, Connection member) {
        if (committed.get(group, topic, queueId) > offset) {
            return CommitResult.BEHIND;
        }
        return progress(group, topic, queueId, offset, member, true);
    }

    /** Whether the position was written, or the queue taken, by another member last than this one, be that one still here or not. */
    public boolean isKeptByAnother(String group, String topic, int queueId, Connection member) {
        return keepers.isKeptByAnother(OffsetTable.key(group, topic), queueId, member);
    }

    /**
     * A member wants a queue, or is done with it.
     *
     * @param wanted see {@link QueueHold}
     * @param isMember whether a connection is still one of the group's
     * @return who has it, see there
     */
    public int hold(
            String group, String topic, int queueId, int wanted, Connection member, Predicate<Connection> isMember) {
        return keepers.hold(OffsetTable.key(group, topic), queueId, wanted, member, isMember, clock.nowMs());
    }

    /**
     * Whether the group was reset while its commit was being written, so that either may have been the last to write: the reset's place stands.
     * A reset that this does not see yet writes after it.
     */
    private boolean isOvertaken(String group, String topic, int queueId, long offset) {
        if (resets.isEmpty() || !resets.outweighs(group, topic, queueId, offset)) {
            return false;
        }
        synchronized (this) {
            long target = resets.targetOf(group, topic, queueId);
            if (target != NONE) {
                committed.put(group, topic, queueId, target);
                changed();
            }
        }
        return true;
    }

    private void moved(String key, int queueId, long before, long offset, Object who) {
        if (before == offset) {
            return;
        }
        if (slave) {
            here.put(key, queueId, offset);
        }
        if (offset < before) {
            mark(key, queueId);
            LOG.info(
                    "group {} goes back in topic {} queue {} from {} to {}: committed by {}",
                    OffsetTable.groupOf(key),
                    OffsetTable.topicOf(key),
                    queueId,
                    before,
                    offset,
                    who);
        }
        changed();
    }

    // Not at a slave: two consumers that take turns there, one of them behind, must not move the master back.
    private synchronized void mark(String key, int queueId) {
        if (!slave) {
            marks.mark(key, queueId);
        }
    }

    /** Moves a group for an administrator: its next pull of the queue is told where to go on, until then its commits do not count. */
    public synchronized void reset(String group, String topic, int queueId, long target, Object who) {
        // The first of all: what is committed from now on is of before.
        resets.put(group, topic, queueId, target);
        keepers.forget(OffsetTable.key(group, topic), queueId);
        pulled.put(group, topic, queueId, target);
        long before = committed.put(group, topic, queueId, target);
        marks.mark(OffsetTable.key(group, topic), queueId);
        LOG.info(
                "group {} is reset in topic {} queue {} from {} to {} by {}",
                group,
                topic,
                queueId,
                before,
                target,
                who);
        nextVersion();
    }

    /** The reset that no reader of the group has heard of yet, {@link #NONE} if there is none. */
    public long pendingReset(String group, String topic, int queueId) {
        return resets.pending(group, topic, queueId);
    }

    /**
     * A reader pulls from an offset.
     *
     * @param reader its connection
     * @return where a reset sends it that it has not been told of, {@link #NONE} when it may read
     */
    public long tellReset(String group, String topic, int queueId, long offset, Object reader) {
        if (resets.isEmpty()) {
            return NONE;
        }
        boolean isHeardBefore = resets.pending(group, topic, queueId) == NONE;
        long target = resets.tell(group, topic, queueId, offset, reader);
        if (!isHeardBefore && resets.pending(group, topic, queueId) == NONE) {
            // The file need not keep it any longer.
            changes.incrementAndGet();
        }
        return target;
    }

    /** The group's position for a reader who will start there. */
    public long startOf(String group, String topic, int queueId, Object reader) {
        if (!resets.isEmpty()) {
            resets.asked(group, topic, queueId, reader);
        }
        return committed(group, topic, queueId);
    }

    /** To be called now and then: forgets resets that were done long before. */
    public void sweepResets() {
        resets.sweep();
    }

    /** The reader that has gone on from a reset since; null when there was none lately or nobody has. */
    public Object heardReset(String group, String topic, int queueId) {
        return resets.heardBy(group, topic, queueId);
    }

    /**
     * Copies a group's positions in a topic to another group.
     *
     * @param toReaders whether that one has readers now, who must hear of it
     */
    public synchronized void copy(String fromGroup, String toGroup, String topic, boolean toReaders, Object who) {
        committed.queues(fromGroup, topic).forEach((queueId, offset) -> {
            if (toReaders) {
                resets.put(toGroup, topic, queueId, offset);
                pulled.put(toGroup, topic, queueId, offset);
            }
            keepers.forget(OffsetTable.key(toGroup, topic), queueId);
            long before = committed.put(toGroup, topic, queueId, offset);
            if (offset < before) {
                marks.mark(OffsetTable.key(toGroup, topic), queueId);
            }
            LOG.info(
                    "group {} is moved in topic {} queue {} from {} to {}: copied from group {} by {}",
                    toGroup,
                    topic,
                    queueId,
                    before,
                    offset,
                    fromGroup,
                    who);
        });
        nextVersion();
    }

    /** Forgets all about a topic that is deleted: one that is created anew starts at 0, and so do its groups. */
    public synchronized void removeTopic(String topic) {
        for (String group : committed.groupsOf(topic)) {
            logRemoval(group, topic, "the topic");
        }
        boolean removed = committed.removeTopic(topic, this::removed);
        here.removeTopic(topic, ConsumerOffsets::silently);
        pulled.removeTopic(topic, ConsumerOffsets::silently);
        resets.removeTopic(topic);
        if (removed) {
            nextVersion();
        }
    }

    /** Forgets all about a group that is deleted. */
    public synchronized void removeGroup(String group) {
        for (String topic : committed.topicsOf(group)) {
            logRemoval(group, topic, "the group");
        }
        boolean removed = committed.removeGroup(group, this::removed);
        here.removeGroup(group, ConsumerOffsets::silently);
        pulled.removeGroup(group, ConsumerOffsets::silently);
        resets.removeGroup(group);
        if (removed) {
            nextVersion();
        }
    }

    private void logRemoval(String group, String topic, String deleted) {
        LOG.info(
                "positions of group {} in topic {} are removed, by queue {}: {} was deleted",
                group,
                topic,
                committed.queues(group, topic),
                deleted);
    }

    // A slave removes what its master has removed, which marked it.
    private void removed(String key, int queueId) {
        keepers.forgetAll(key);
        mark(key, queueId);
    }

    private static void silently(String key, int queueId) {
        // Nobody asks for it any more.
    }

    /** Topics in which the group has a position. */
    public Set<String> topicsOf(String group) {
        return committed.topicsOf(group);
    }

    /** Groups that have a position in the topic. */
    public Set<String> groupsOf(String topic) {
        return committed.groupsOf(topic);
    }

    /** The group's position by queue. */
    public Map<Integer, Long> queues(String group, String topic) {
        return committed.queues(group, topic);
    }

    private void changed() {
        if (changes.incrementAndGet() % versionStep == 0) {
            version.updateAndGet(current -> current.next(clock.nowMs()));
        }
    }

    private void nextVersion() {
        changes.incrementAndGet();
        version.updateAndGet(current -> current.next(clock.nowMs()));
    }

    /** Counts up with each change: what was written at an equal count is still true. */
    long changeCount() {
        return changes.get();
    }

    /** Everything, as files hold it and peers are told. */
    public synchronized ConsumerOffsetSerializeWrapper toWrapper() {
        return new ConsumerOffsetSerializeWrapper(
                committed.copy(),
                version.get(),
                new PositionNotes(marks.copy(), marks.forgotten(), slave ? here.copy() : Map.of(), resets.unheard()));
    }

    /** Takes over what a file says, over what is here. */
    public synchronized void load(ConsumerOffsetSerializeWrapper wrapper) {
        committed.putAll(wrapper.offsetTable());
        complete = true;
        version.set(wrapper.dataVersion());
        PositionNotes notes = wrapper.ferrymqNotes();
        if (notes == null) {
            // Another broker has run on this file and kept no marks: older ones of a slave must not outweigh it.
            marks.forget(clock.nowMs());
        } else {
            marks.forget(notes.forgotten());
            notes.moves().forEach((key, queues) -> queues.forEach((queue, mark) -> marks.set(key, queue, mark)));
            if (slave) {
                here.putAll(notes.here());
            } else {
                resets.putAll(notes.resets());
            }
        }
        changes.incrementAndGet();
    }

    /**
     * Takes over what this slave's master says. A position goes back only where it was moved back at the master; what is further here,
     * because it was committed here or the master has lost it, stays.
     *
     * @param known whether a group (first) and a topic exist
     * @return what is further here, to be handed back to the master
     */
    public synchronized List<Ahead> copyFromMaster(
            ConsumerOffsetSerializeWrapper theirs, BiPredicate<String, String> known, Object master) {
        Map<String, Map<Integer, Long>> before = committed.copy();
        List<Ahead> ahead = theirs.ferrymqNotes() == null
                ? merge.follow(theirs, known, master)
                : merge.merge(theirs, (group, topic) -> true, master).stream()
                        .filter(position -> known.test(position.group(), position.topic()))
                        .toList();
        complete = true;
        boolean sameVersion = theirs.dataVersion().equals(version.getAndSet(theirs.dataVersion()));
        if (!sameVersion || !before.equals(committed.copy())) {
            changes.incrementAndGet();
        }
        return ahead;
    }

    /**
     * Takes over what a slave of this master has further, at this master's start.
     *
     * @param known whether a group (first) and a topic exist
     * @return how many positions went forward
     */
    public synchronized int takeBack(
            ConsumerOffsetSerializeWrapper theirs, BiPredicate<String, String> known, Object slaveAddress) {
        Map<String, Map<Integer, Long>> before = committed.copy();
        merge.merge(theirs, known, slaveAddress);
        Map<String, Map<Integer, Long>> after = committed.copy();
        int moved = 0;
        for (Map.Entry<String, Map<Integer, Long>> entry : after.entrySet()) {
            Map<Integer, Long> old = before.getOrDefault(entry.getKey(), Map.of());
            moved += (int) entry.getValue().entrySet().stream()
                    .filter(queue -> !queue.getValue().equals(old.get(queue.getKey())))
                    .count();
        }
        if (moved > 0) {
            nextVersion();
        }
        return moved;
    }

    /** The same of one position, while this master runs. Returns false when the position here is further, or moved since. */
    public synchronized boolean takeBack(Ahead position, Object slaveAddress) {
        if (pendingReset(position.group(), position.topic(), position.queueId()) != NONE) {
            return false;
        }
        boolean taken = merge.offer(
                OffsetTable.key(position.group(), position.topic()),
                position.queueId(),
                new Position(position.offset(), position.move()),
                slaveAddress);
        if (taken) {
            nextVersion();
        }
        return taken;
    }
}
