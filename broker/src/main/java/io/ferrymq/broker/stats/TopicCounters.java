package io.ferrymq.broker.stats;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters by topic, and by topic and group. A counter lives as long as its topic or group. */
public final class TopicCounters {
    private final Map<String, Counter> puts = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Counter>> getsByTopic = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Counter>> sentBackByTopic = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Counter>> deadLettersByTopic = new ConcurrentHashMap<>();
    private volatile long lastSampleMs = -1;

    /** Messages and their bytes. */
    public static final class Counter {
        private final Series messages = new Series();
        private final Series bytes = new Series();

        void add(int moreMessages, int moreBytes) {
            messages.count.add(moreMessages);
            bytes.count.add(moreBytes);
        }

        void sample(long nowMs, long beforeMs) {
            messages.sample(nowMs, beforeMs);
            bytes.sample(nowMs, beforeMs);
        }

        /** Messages per second over the last minute. */
        public double tps() {
            return messages.rate.perSecond();
        }

        public long messages() {
            return messages.count.sum();
        }

        public long bytes() {
            return bytes.count.sum();
        }

        /** Messages over the last minute, hour (to ten minutes) and day (to one hour). */
        public Rates.Spans messageSpans() {
            return messages.spans();
        }

        /** The same of bytes. */
        public Rates.Spans byteSpans() {
            return bytes.spans();
        }
    }

    /** A number that grows, over time. */
    private static final class Series {
        private final LongAdder count = new LongAdder();
        private final RateMeter rate = new RateMeter();
        private final SlidingSum lastHour = new SlidingSum(600_000, 6);
        private final SlidingSum lastDay = new SlidingSum(3_600_000, 24);

        // What was counted before the first sample counts, too: the counter did not exist at the one before.
        void sample(long nowMs, long beforeMs) {
            if (beforeMs >= 0) {
                rate.startAt(beforeMs);
            }
            long now = count.sum();
            rate.sample(now, nowMs);
            lastHour.sample(now, nowMs);
            lastDay.sample(now, nowMs);
        }

        Rates.Spans spans() {
            long now = count.sum();
            return new Rates.Spans(rate.perSecond(), lastHour.sum(now), lastDay.sum(now));
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
        counter(getsByTopic, group, topic).add(messages, bytes);
    }

    private static Counter counter(Map<String, Map<String, Counter>> byTopic, String group, String topic) {
        Map<String, Counter> groups = byTopic.get(topic);
        if (groups == null) {
            groups = byTopic.computeIfAbsent(topic, name -> new ConcurrentHashMap<>());
        }
        Counter counter = groups.get(group);
        return counter == null ? groups.computeIfAbsent(group, name -> new Counter()) : counter;
    }

    /** Puts to a topic, or null when there were none. */
    public Counter puts(String topic) {
        return puts.get(topic);
    }

    /** What a group got of a topic, or null when that was nothing. */
    public Counter gets(String group, String topic) {
        return getsByTopic.getOrDefault(topic, Map.of()).get(group);
    }

    /** A message of a topic came back from a group. */
    public void sentBack(String group, String topic, boolean toDeadLetters) {
        counter(toDeadLetters ? deadLettersByTopic : sentBackByTopic, group, topic)
                .add(1, 0);
    }

    /** Messages of the topic that came back from a group for another attempt, or null when there were none. */
    public Counter sentBackOf(String group, String topic) {
        return sentBackByTopic.getOrDefault(topic, Map.of()).get(group);
    }

    /** Messages of the topic that went to a group's dead letters, or null when there were none. */
    public Counter deadLettersOf(String group, String topic) {
        return deadLettersByTopic.getOrDefault(topic, Map.of()).get(group);
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

    /** To be called at the start and every ten seconds: what rates are computed from. */
    public void sample(long nowMs) {
        long beforeMs = lastSampleMs;
        puts.values().forEach(counter -> counter.sample(nowMs, beforeMs));
        for (Map<String, Map<String, Counter>> byTopic : List.of(getsByTopic, sentBackByTopic, deadLettersByTopic)) {
            byTopic.values().forEach(groups -> groups.values().forEach(counter -> counter.sample(nowMs, beforeMs)));
        }
        lastSampleMs = nowMs;
    }

    public void forgetTopic(String topic) {
        puts.remove(topic);
        getsByTopic.remove(topic);
        sentBackByTopic.remove(topic);
        deadLettersByTopic.remove(topic);
    }

    public void forgetGroup(String group) {
        for (Map<String, Map<String, Counter>> byTopic : List.of(getsByTopic, sentBackByTopic, deadLettersByTopic)) {
            byTopic.values().forEach(groups -> groups.remove(group));
        }
    }
}
