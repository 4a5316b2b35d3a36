package io.ferrymq.broker.stats;

import io.ferrymq.common.MixAll;
import java.util.concurrent.atomic.LongAdder;

/** What the broker as a whole has done since its start: counters that cost almost nothing to raise. */
public final class BrokerStats {
    private final LongAdder putMessages = new LongAdder();
    private final LongAdder putBytes = new LongAdder();
    private final LongAdder putFailures = new LongAdder();
    private final LongAdder gotMessages = new LongAdder();
    private final LongAdder gotBytes = new LongAdder();
    private final LongAdder pullsFound = new LongAdder();
    private final LongAdder pullsMissed = new LongAdder();
    private final TopicCounters topics = new TopicCounters();
    private final Rates rates = new Rates();

    /** Messages were stored for a topic. */
    public void put(String topic, int messages, int bytes) {
        putMessages.add(messages);
        putBytes.add(bytes);
        topics.put(topic, messages, bytes);
    }

    public void putFailed() {
        putFailures.increment();
    }

    /** A pull of a group delivered messages. What administrators look at counts for their group, and not as consumed. */
    public void got(String group, String topic, int messages, int bytes) {
        topics.got(group, topic, messages, bytes);
        if (MixAll.TOOLS_CONSUMER_GROUP.equals(group)) {
            return;
        }
        gotMessages.add(messages);
        gotBytes.add(bytes);
        pullsFound.increment();
    }

    /** A pull found nothing. */
    public void missed() {
        pullsMissed.increment();
    }

    public long putMessages() {
        return putMessages.sum();
    }

    public long putBytes() {
        return putBytes.sum();
    }

    public long putFailures() {
        return putFailures.sum();
    }

    public long gotMessages() {
        return gotMessages.sum();
    }

    public long gotBytes() {
        return gotBytes.sum();
    }

    public long pullsFound() {
        return pullsFound.sum();
    }

    public long pullsMissed() {
        return pullsMissed.sum();
    }

    /** The same by topic and by group. */
    public TopicCounters topics() {
        return topics;
    }

    /** What becomes of the counters over time. */
    public Rates rates() {
        return rates;
    }

    /** To be called every ten seconds. */
    public void sample(long nowMs) {
        rates.sample(this, nowMs);
    }
}
