package io.ferrymq.broker.stats;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters by topic, and by topic and group. A counter lives as long as its topic or group. */
public final class TopicCounters {
    private final Map<String, Counter> puts = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Counter>> getsByTopic = new ConcurrentHashMap<>();

    /** Messages and their bytes. */
    public static final class Counter {
        private final LongAdder messages = new LongAdder();
        private final LongAdder bytes = new LongAdder();

        void add(int moreMessages, int moreBytes) {
            messages.add(moreMessages);
            bytes.add(moreBytes);
        }

        public long messages() {
            return messages.sum();
        }

        public long bytes() {
            return bytes.sum();
        }
    }

    void put(String topic, int messages, int bytes) {
        Counter counter = puts.get(topic);
        if (counter == null) {
            counter = puts.computeIfAbsent(topic, name -> new Counter());
        }
        counter.add(messages, bytes);
    }

    void got(String group, String topic, int messages, int bytes) {
        Map<String, Counter> groups = getsByTopic.get(topic);
        if (groups == null) {
            groups = getsByTopic.computeIfAbsent(topic, name -> new ConcurrentHashMap<>());
        }
        Counter counter = groups.get(group);
        if (counter == null) {
            counter = groups.computeIfAbsent(group, name -> new Counter());
        }
        counter.add(messages, bytes);
    }

    /** Puts to a topic, or null when there were none. */
    public Counter puts(String topic) {
        return puts.get(topic);
    }

    /** What a group got of a topic, or null when that was nothing. */
    public Counter gets(String group, String topic) {
        return getsByTopic.getOrDefault(topic, Map.of()).get(group);
    }

    public void forgetTopic(String topic) {
        puts.remove(topic);
        getsByTopic.remove(topic);
    }

    public void forgetGroup(String group) {
        getsByTopic.values().forEach(groups -> groups.remove(group));
    }
}
