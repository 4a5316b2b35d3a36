package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.store.ReadOffsetType;
import io.ferrymq.client.impl.factory.ConsumerControl;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.body.ConsumeMessageDirectlyResult;
import io.ferrymq.remoting.protocol.body.ConsumerRunningInfo;
import io.ferrymq.remoting.protocol.body.ProcessQueueInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves what brokers and tools ask of a consumer whose application pulls. */
final class PullControl implements ConsumerControl {
    private static final Logger LOG = LoggerFactory.getLogger(PullControl.class);

    private final Group group;
    private final HeldQueues held;
    private final PendingPositions positions;
    private final RunningInfo info;

    PullControl(Group group, HeldQueues held, PendingPositions positions, RunningInfo info) {
        this.group = group;
        this.held = held;
        this.positions = positions;
        this.info = info;
    }

    /** The application gets the new position when it asks for it the next time; only of queues that it has to do with. */
    @Override
    public void resetOffsets(String topic, Map<MessageQueue, Long> offsets) {
        Map<MessageQueue, Long> inMemory = positions.cloneOffsetTable(topic);
        Set<MessageQueue> mine = new HashSet<>(held.held(topic));
        mine.addAll(inMemory.keySet());
        offsets.forEach((queue, offset) -> {
            if (mine.contains(queue) && queue.getTopic().equals(topic)) {
                LOG.warn(
                        "group {}: the position in {} moves from {} to {}: a tool has set it",
                        group.name(),
                        queue,
                        inMemory.getOrDefault(queue, -1L),
                        offset);
                positions.updateOffset(queue, offset, false);
            }
        });
    }

    @Override
    public Map<MessageQueue, Long> offsets(String topic) {
        return positions.cloneOffsetTable(topic);
    }

    @Override
    public ConsumerRunningInfo runningInfo(boolean withThreads) {
        Map<MessageQueue, ProcessQueueInfo> queues = new HashMap<>();
        for (MessageQueue queue : held.queues()) {
            long committed = positions.readOffset(queue, ReadOffsetType.MEMORY_FIRST_THEN_STORE);
            queues.put(queue, new ProcessQueueInfo(committed, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, false, 0, 0));
        }
        return info.of(queues, Map.of(), withThreads);
    }

    /** There is no listener that a message could be given to. */
    @Override
    public ConsumeMessageDirectlyResult consumeDirectly(MessageExt message, String brokerName) {
        return null;
    }
}
