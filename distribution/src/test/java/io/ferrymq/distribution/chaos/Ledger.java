package io.ferrymq.distribution.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What one member has written down.
 *
 * @param tenures when it was given which queues
 */
record Ledger(Member member, List<Consumed> consumed, List<Tenure> tenures) {
    /** One message; {@code ledger} tells the members apart. */
    record Consumed(Ledger ledger, long begin, long end, int queue, long offset) {
        /** Whether the member stood still while its listener had the message. */
        boolean spansFreeze() {
            return ledger.member.frozenTimes().stream().anyMatch(time -> begin <= time[1] && time[0] <= end);
        }

        String text() {
            return ledger.member + " queue " + queue + " offset " + offset;
        }
    }

    /** A queue from the moment it was given on. */
    record Tenure(int queue, long from) {}

    static Ledger read(Member member) throws IOException {
        Ledger ledger = new Ledger(member, new ArrayList<>(), new ArrayList<>());
        Set<Integer> held = new HashSet<>();
        for (String line : Files.readAllLines(member.ledger)) {
            String[] words = line.split(" ");
            if (words[0].equals("C")) {
                ledger.consumed.add(new Consumed(
                        ledger,
                        Long.parseLong(words[1]),
                        Long.parseLong(words[2]),
                        Integer.parseInt(words[3]),
                        Long.parseLong(words[4])));
            } else if (words[0].equals("A")) {
                Set<Integer> given = new HashSet<>();
                for (int i = 2; i < words.length; i++) {
                    given.add(Integer.parseInt(words[i]));
                }
                long now = Long.parseLong(words[1]);
                given.stream()
                        .filter(queue -> !held.contains(queue))
                        .forEach(queue -> ledger.tenures.add(new Tenure(queue, now)));
                held.clear();
                held.addAll(given);
            }
        }
        return ledger;
    }

    /** When the member was last given the queue before this time; the least number when it never was. */
    long givenBefore(int queue, long nanos) {
        long given = Long.MIN_VALUE;
        for (Tenure tenure : tenures) {
            if (tenure.queue == queue && tenure.from <= nanos) {
                given = tenure.from;
            }
        }
        return given;
    }

    /** The same, but a member that stood still begins anew when it wakes. */
    long begunBefore(int queue, long nanos) {
        long begun = givenBefore(queue, nanos);
        for (long[] time : member.frozenTimes()) {
            if (time[1] <= nanos) {
                begun = Math.max(begun, time[1]);
            }
        }
        return begun;
    }
}
