package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.consumer.store.AsyncOffsetStore;
import io.ferrymq.client.consumer.store.ReadOffsetType;
import io.ferrymq.client.impl.factory.ConsumerControl;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.body.ConsumeMessageDirectlyResult;
import io.ferrymq.remoting.protocol.body.ConsumerRunningInfo;
import io.ferrymq.remoting.protocol.body.ProcessQueueInfo;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;

/** Serves what brokers and tools ask of a running consumer. */
final class EngineControl implements ConsumerControl {
    private final Group group;
    private final Assignments assignments;
    private final AsyncOffsetStore store;
    private final ConsumeService service;
    private final RunningInfo info;
    private final Executor coordinator;

    EngineControl(
            Group group,
            Assignments assignments,
            AsyncOffsetStore store,
            ConsumeService service,
            RunningInfo info,
            Executor coordinator) {
        this.group = group;
        this.assignments = assignments;
        this.store = store;
        this.service = service;
        this.info = info;
        this.coordinator = coordinator;
    }

    @Override
    public void resetOffsets(String topic, Map<MessageQueue, Long> offsets) {
        coordinator.execute(() -> offsets.forEach((queue, offset) -> {
            if (queue.getTopic().equals(topic)) {
                assignments.moveTo(queue, offset, "a tool has set it");
            }
        }));
    }

    @Override
    public Map<MessageQueue, Long> offsets(String topic) {
        return store.cloneOffsetTable(topic);
    }

    @Override
    public ConsumerRunningInfo runningInfo(boolean withThreads) {
        Map<MessageQueue, ProcessQueueInfo> queues = new HashMap<>();
        Map<String, String> oldest = new TreeMap<>();
        for (ProcessQueue queue : assignments.open()) {
            long committed = store.readOffset(queue.queue(), ReadOffsetType.MEMORY_FIRST_THEN_STORE);
            queues.put(queue.queue(), queue.info(committed));
            CachedMessage inWork = queue.oldestInWork();
            if (inWork != null) {
                oldest.put(
                        "oldestInWork " + queue.queue(),
                        "offset " + inWork.offset() + " since " + inWork.startedMs() + " id "
                                + inWork.message().getMsgId());
            }
        }
        store.problem().ifPresent(problem -> oldest.put("positionsNotKept", problem));
        return info.of(queues, oldest, withThreads);
    }

    @Override
    public ConsumeMessageDirectlyResult consumeDirectly(MessageExt message, String brokerName) {
        return service.consumeDirectly(message, brokerName);
    }

    @Override
    public String toString() {
        return "control of group " + group.name();
    }
}
