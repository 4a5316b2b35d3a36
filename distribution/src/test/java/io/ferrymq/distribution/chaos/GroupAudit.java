package io.ferrymq.distribution.chaos;

import io.ferrymq.distribution.chaos.Ledger.Consumed;
import io.ferrymq.distribution.chaos.Samples.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Holds the ledgers of a group's members against the positions that were seen: nothing is left out; what comes twice lay beyond the position when
 * its consumer got the queue; the position goes forward only and never beyond what is consumed, but for a
 * broker that was killed, which goes on from what it had on disk; and in an orderly group nothing begins before all
 * that lies ahead of it in its queue has been done, and no two members have one queue at a time.
 */
final class GroupAudit {
    /** A member reads the position of a queue somewhat before or after it says that it has the queue. */
    private static final long READ_BEFORE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int TOLD_MAX = 10;

    private final String topic;
    private final String group;
    private final boolean orderly;
    private final List<Sample> samples;
    private final List<Outage> outages;
    private final List<String> wrong = new ArrayList<>();
    private final Map<Member, Integer> again = new LinkedHashMap<>();
    private int messages;
    private int duplicates;

    GroupAudit(String topic, String group, boolean orderly, List<Sample> samples, List<Outage> outages) {
        this.topic = topic;
        this.group = group;
        this.orderly = orderly;
        this.samples = samples;
        this.outages = List.copyOf(outages);
    }

    /** @param ends the number of messages of each queue */
    void run(List<Ledger> ledgers, long[] ends) {
        List<List<Consumed>> byQueue = new ArrayList<>();
        for (int queue = 0; queue < ends.length; queue++) {
            byQueue.add(new ArrayList<>());
        }
        ledgers.forEach(ledger ->
                ledger.consumed().forEach(one -> byQueue.get(one.queue()).add(one)));
        for (int queue = 0; queue < ends.length; queue++) {
            List<Consumed> consumed = byQueue.get(queue);
            consumed.sort(Comparator.comparingLong(Consumed::begin));
            queue(queue, consumed, (int) ends[queue]);
        }
    }

    private void queue(int queue, List<Consumed> consumed, int end) {
        long[] doneUpTo = doneUpTo(queue, consumed, end);
        positions(queue, doneUpTo);
        Consumed[] first = new Consumed[end];
        for (Consumed one : consumed) {
            Consumed before = first[(int) one.offset()];
            if (before == null) {
                first[(int) one.offset()] = one;
            } else {
                duplicates++;
                again.merge(one.ledger().member(), 1, Integer::sum);
                duplicate(before, one);
            }
            if (orderly && doneUpTo[(int) one.offset()] > one.begin()) {
                wrong("%s began before what lies ahead of it was done", one.text());
            }
        }
        if (orderly) {
            alone(consumed);
        }
    }

    /** By offset: when everything before it had been consumed for the first time. */
    private long[] doneUpTo(int queue, List<Consumed> consumed, int end) {
        long[] firstEnd = new long[end];
        java.util.Arrays.fill(firstEnd, Long.MAX_VALUE);
        for (Consumed one : consumed) {
            firstEnd[(int) one.offset()] = Math.min(firstEnd[(int) one.offset()], one.end());
        }
        long[] doneUpTo = new long[end + 1];
        doneUpTo[0] = Long.MIN_VALUE;
        for (int offset = 0; offset < end; offset++) {
            messages++;
            if (firstEnd[offset] == Long.MAX_VALUE) {
                wrong("queue %d offset %d was never consumed", queue, offset);
            }
            doneUpTo[offset + 1] = Math.max(doneUpTo[offset], firstEnd[offset]);
        }
        return doneUpTo;
    }

    private void positions(int queue, long[] doneUpTo) {
        long before = 0;
        long beforeNanos = Long.MIN_VALUE;
        for (Sample sample : samples) {
            long position = sample.of(topic, group, queue);
            long floor = Math.min(before, floor(queue, beforeNanos, sample.nanos()));
            if (position < floor) {
                wrong(
                        "the position in queue %d went back from %d to %d, %d ms after the first sample%s",
                        queue,
                        before,
                        position,
                        TimeUnit.NANOSECONDS.toMillis(
                                sample.nanos() - samples.get(0).nanos()),
                        floor == before ? "" : " (on disk it was " + floor + ")");
            }
            if (position >= doneUpTo.length || doneUpTo[(int) position] > sample.nanos()) {
                wrong("the position in queue %d was %d when not all before it had been consumed", queue, position);
            }
            before = position;
            beforeNanos = sample.nanos();
        }
    }

    @SuppressWarnings("ReferenceEquality") // the same member
    private void duplicate(Consumed before, Consumed again) {
        Ledger ledger = again.ledger();
        if (before.ledger() == ledger
                && ledger.begunBefore(again.queue(), before.begin())
                        == ledger.begunBefore(again.queue(), again.begin())) {
            wrong("%s was consumed twice without having been given away", again.text());
        }
        long given = ledger.givenBefore(again.queue(), again.begin());
        if (given == Long.MIN_VALUE) {
            return;
        }
        long position = Math.min(
                positionAt(again.queue(), given - READ_BEFORE_NANOS),
                floor(again.queue(), given - READ_BEFORE_NANOS, given + READ_BEFORE_NANOS));
        if (again.offset() < position) {
            wrong("%s came again though the position was %d when the member got the queue", again.text(), position);
        }
    }

    /** What the broker had on disk when it was killed, where it was away somewhere between the two times. */
    private long floor(int queue, long fromNanos, long toNanos) {
        return outages.stream()
                .filter(outage -> outage.fromNanos() <= toNanos && fromNanos <= outage.toNanos())
                .mapToLong(outage -> Outage.of(outage.onDisk(), topic, group, queue))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private long positionAt(int queue, long nanos) {
        int low = 0;
        int high = samples.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (samples.get(middle).nanos() <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? 0 : samples.get(low - 1).of(topic, group, queue);
    }

    @SuppressWarnings("ReferenceEquality") // the same member
    private void alone(List<Consumed> consumed) {
        for (int i = 1; i < consumed.size(); i++) {
            Consumed before = consumed.get(i - 1);
            Consumed next = consumed.get(i);
            if (before.ledger() != next.ledger()
                    && next.begin() < before.end()
                    && !before.spansFreeze()
                    && !next.spansFreeze()) {
                wrong("%s began while %s was under way", next.text(), before.text());
            }
        }
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation would be a dependency
    private void wrong(String text, Object... values) {
        wrong.add("group " + group + ": " + String.format(text, values));
    }

    /** The first of what is wrong. */
    List<String> wrong() {
        return wrong.size() <= TOLD_MAX ? wrong : append(wrong.subList(0, TOLD_MAX), wrong.size());
    }

    private static List<String> append(List<String> some, int all) {
        List<String> texts = new ArrayList<>(some);
        texts.add("and so on, " + all + " in all");
        return texts;
    }

    int duplicates() {
        return duplicates;
    }

    @Override
    public String toString() {
        return "group " + group + ": " + messages + " messages, " + duplicates() + " came again " + again + ", "
                + samples.size() + " samples of positions";
    }
}
