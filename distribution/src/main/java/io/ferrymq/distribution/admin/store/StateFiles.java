package io.ferrymq.distribution.admin.store;

import io.ferrymq.broker.delay.DelayLevels;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import io.ferrymq.remoting.protocol.body.DelayOffsetSerializeWrapper;
import io.ferrymq.remoting.protocol.body.SubscriptionGroupWrapper;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.store.check.CheckListener;
import io.ferrymq.store.check.CheckSummary;
import io.ferrymq.store.check.Finding;
import io.ferrymq.store.check.Finding.Severity;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The JSON files of a broker (spec: storage 8), compared with what the log holds. */
final class StateFiles {
    private final StateCopy<TopicConfigSerializeWrapper> topics;
    private final StateCopy<SubscriptionGroupWrapper> groups;
    private final StateCopy<ConsumerOffsetSerializeWrapper> offsets;
    private final StateCopy<DelayOffsetSerializeWrapper> delays;

    private StateFiles(Path config) {
        topics = StateCopy.read(config.resolve("topics.json"), TopicConfigSerializeWrapper.class);
        groups = StateCopy.read(config.resolve("subscriptionGroup.json"), SubscriptionGroupWrapper.class);
        offsets = StateCopy.read(config.resolve("consumerOffset.json"), ConsumerOffsetSerializeWrapper.class);
        delays = StateCopy.read(config.resolve("delayOffset.json"), DelayOffsetSerializeWrapper.class);
    }

    static StateFiles read(Path configDir) {
        return new StateFiles(configDir);
    }

    /** Whether a topic is there; every topic when nobody knows. */
    boolean isKnownTopic(String topic) {
        return topics.value() == null || topics.value().topicConfigTable().containsKey(topic);
    }

    void check(CheckSummary summary, CheckListener findings) {
        // The topic of the first message is on disk before that message is answered.
        Severity topicsDue = summary.records() > 0 ? Severity.DAMAGED : null;
        topics.report(findings, topicsDue, "queue numbers and permissions of topics are lost");
        groups.report(findings, null, "settings of groups are lost");
        offsets.report(findings, null, "positions of groups are lost");
        Map<String, Long> ends = new HashMap<>();
        summary.queues().forEach(end -> ends.put(end.topic() + "/" + end.queueId(), end.endOffset()));
        boolean hasDelayed =
                summary.queues().stream().anyMatch(end -> end.topic().equals(DelayLevels.TOPIC));
        delays.report(findings, hasDelayed ? Severity.NOTE : null, "all delayed messages are delivered, maybe again");
        if (!summary.inUse()) {
            checkPositions(ends, findings);
            checkDelays(ends, findings);
        }
    }

    private void checkPositions(Map<String, Long> ends, CheckListener findings) {
        if (offsets.value() == null) {
            return;
        }
        offsets.value()
                .offsetTable()
                .forEach((key, byQueue) -> byQueue.forEach((queueId, offset) -> {
                    int at = key.lastIndexOf('@');
                    String topic = at < 0 ? key : key.substring(0, at);
                    Long end = ends.get(topic + "/" + queueId);
                    if (offset < 0 || (end != null && offset > end)) {
                        findings.found(new Finding(
                                Severity.DAMAGED,
                                offsets.file(),
                                -1,
                                key + " queue " + queueId,
                                "the position is " + offset + ", the queue ends at " + end));
                    }
                }));
    }

    private void checkDelays(Map<String, Long> ends, CheckListener findings) {
        if (delays.value() == null) {
            return;
        }
        delays.value().offsetTable().forEach((level, offset) -> {
            long end = ends.getOrDefault(DelayLevels.TOPIC + "/" + (level - 1), 0L);
            if (offset < 0 || offset > end) {
                findings.found(new Finding(
                        Severity.DAMAGED,
                        delays.file(),
                        -1,
                        "level " + level,
                        "the position is " + offset + ", the queue ends at " + end));
            }
        });
    }

    /** Puts good backups in the place of files that cannot be read. */
    void restore(Consumer<String> steps) {
        for (StateCopy<?> copy : List.of(topics, groups, offsets, delays)) {
            copy.restore(steps);
        }
    }
}
