package io.ferrymq.broker.stats;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters by topic, and by topic and group. A counter lives as long as its topic or group. */
public final class TopicCounters {
    private final Map<String, Counter> puts = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Counter>> getsByTopic = new ConcurrentHashMap<>();
    private final Map<String, Counter> sentBack = new ConcurrentHashMap<>();
    private final Map<String, Counter> deadLetters = new ConcurrentHashMap<>();

    /** Messages and their bytes. */
    public static final class Counter {
        private final LongAdder messages = new LongAdder();
        private final LongAdder bytes = new LongAdder();
        private final RateMeter rate = new RateMeter();
        private final SlidingSum lastHour = new SlidingSum(600_000, 6);
        private final SlidingSum lastDay = new SlidingSum(3_600_000, 24);

        void add(int moreMessages, int moreBytes) {
            messages.add(moreMessages);
            bytes.add(moreBytes);
        }

        void sample(long nowMs) {
            long count = messages.sum();
            rate.sample(count, nowMs);
            lastHour.sample(count, nowMs);
            lastDay.sample(count, nowMs);
        }

        /** Messages of the last hour, to ten minutes. */
        public long lastHour() {
            return lastHour.sum();
        }

        /** Messages of the last day, to one hour. */
        public long lastDay() {
            return lastDay.sum();
        }

        /** Messages per second over the last minute. */
        public double tps() {
            return rate.perSecond();
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

    /** A message came back from a group. */
    public void sentBack(String group, String topic, boolean toDeadLetters) {
        Map<String, Counter> counters = toDeadLetters ? deadLetters : sentBack;
        counters.computeIfAbsent(group, name -> new Counter()).add(1, 0);
    }

    /** Messages that came back from a group for another attempt. */
    public long sentBack(String group) {
        return countOf(sentBack.get(group));
    }

    /** Messages of a group that went to its dead letters. */
    public long deadLetters(String group) {
        return countOf(deadLetters.get(group));
    }

    private static long countOf(Counter counter) {
        return counter == null ? 0 : counter.messages();
    }

    /** Messages stored per second over the last minute. */
    public double putTps(String topic) {
        Counter counter = puts.get(topic);
        return counter == null ? 0 : counter.tps();
    }

    /** Messages delivered per second over the last minute. */
    public double getTps(String group, String topic) {
        Counter counter = gets(group, topic);
        return counter == null ? 0 : counter.tps();
    }

    /** To be called every ten seconds: what rates are computed from. */
    public void sample(long nowMs) {
        puts.values().forEach(counter -> counter.sample(nowMs));
        getsByTopic.values().forEach(groups -> groups.values().forEach(counter -> counter.sample(nowMs)));
        sentBack.values().forEach(counter -> counter.sample(nowMs));
    }

    /** Messages that came back from a group, or null when there were none. */
    public Counter sentBackCounter(String group) {
        return sentBack.get(group);
    }

    public void forgetTopic(String topic) {
        puts.remove(topic);
        getsByTopic.remove(topic);
    }

    public void forgetGroup(String group) {
        getsByTopic.values().forEach(groups -> groups.remove(group));
        sentBack.remove(group);
        deadLetters.remove(group);
    }
}
