package io.ferrymq.broker.offset;

import io.ferrymq.common.Clock;
import io.ferrymq.common.DataVersion;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where groups stand: the next offset of each queue that a group has committed (kept on disk), the one it has pulled up to, and
 * resets that its members have not heard of yet (both in memory only). A position moves by a commit, a reset, a copy or a removal;
 * nothing here moves one by itself, and whatever moves one back is logged with from, to and who.
 */
public final class ConsumerOffsets {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerOffsets.class);

    /** Queue ids beyond are no queues of anybody: a topic has far fewer. */
    public static final int QUEUE_ID_MAX = 65_535;

    public static final long NONE = OffsetTable.NONE;

    private final OffsetTable committed = new OffsetTable();
    private final OffsetTable pulled = new OffsetTable();
    private final OffsetTable resets = new OffsetTable();
    private final Clock clock;
    private final int versionStep;
    private final AtomicReference<DataVersion> version;
    private final AtomicLong changes = new AtomicLong();

    /** @param versionStep commits per change of the data version */
    public ConsumerOffsets(Clock clock, int versionStep) {
        this.clock = clock;
        this.versionStep = versionStep;
        this.version = new AtomicReference<>(DataVersion.initial(clock.nowMs()));
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
        if (!resets.isEmpty() && resets.get(group, topic, queueId) != NONE) {
            return false;
        }
        long before = committed.put(group, topic, queueId, offset);
        if (offset < before) {
            LOG.info(
                    "group {} goes back in topic {} queue {} from {} to {}: committed by {}",
                    group,
                    topic,
                    queueId,
                    before,
                    offset,
                    who);
        }
        if (before != offset) {
            changed();
        }
        return true;
    }

    /** Moves a group for an administrator: its next pull of the queue is told where to go on, until then its commits do not count. */
    public void reset(String group, String topic, int queueId, long target, Object who) {
        resets.put(group, topic, queueId, target);
        pulled.put(group, topic, queueId, target);
        long before = committed.put(group, topic, queueId, target);
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

    /** The reset that the group has not heard of yet, {@link #NONE} if there is none. */
    public long pendingReset(String group, String topic, int queueId) {
        return resets.isEmpty() ? NONE : resets.get(group, topic, queueId);
    }

    /** The same, and from now on the group has heard of it. */
    public long takeReset(String group, String topic, int queueId) {
        return resets.isEmpty() ? NONE : resets.remove(group, topic, queueId);
    }

    /** Copies a group's positions in a topic to another group. */
    public void copy(String fromGroup, String toGroup, String topic, Object who) {
        committed.queues(fromGroup, topic).forEach((queueId, offset) -> {
            long before = committed.put(toGroup, topic, queueId, offset);
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
    public void removeTopic(String topic) {
        boolean removed = committed.removeTopic(topic);
        pulled.removeTopic(topic);
        resets.removeTopic(topic);
        if (removed) {
            LOG.info("positions of all groups in topic {} removed", topic);
            nextVersion();
        }
    }

    /** Forgets all about a group that is deleted. */
    public void removeGroup(String group) {
        boolean removed = committed.removeGroup(group);
        pulled.removeGroup(group);
        resets.removeGroup(group);
        if (removed) {
            LOG.info("positions of group {} in all topics removed", group);
            nextVersion();
        }
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

    public ConsumerOffsetSerializeWrapper toWrapper() {
        return new ConsumerOffsetSerializeWrapper(committed.copy(), version.get());
    }

    /** Takes over what a file or a master says, over what is here. */
    public void load(ConsumerOffsetSerializeWrapper wrapper) {
        committed.putAll(wrapper.offsetTable());
        version.set(wrapper.dataVersion());
        changes.incrementAndGet();
    }
}
