package io.ferrymq.broker.pull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The pulls that wait for one queue: linked, so that one is added or taken out in no time whatever their number. */
final class WaiterList {
    // Written under the monitor; read without it to see quickly that nobody waits.
    private volatile WaitingPull head;

    void add(WaitingPull pull) {
        synchronized (this) {
            pull.next = head;
            if (head != null) {
                head.previous = pull;
            }
            head = pull;
        }
    }

    void remove(WaitingPull pull) {
        synchronized (this) {
            if (pull.previous != null) {
                pull.previous.next = pull.next;
            } else if (isHead(pull)) {
                head = pull.next;
            }
            if (pull.next != null) {
                pull.next.previous = pull.previous;
            }
            pull.next = null;
            pull.previous = null;
        }
    }

    @SuppressWarnings("ReferenceEquality") // the pull itself
    private boolean isHead(WaitingPull pull) {
        return head == pull;
    }

    boolean isEmpty() {
        return head == null;
    }

    /** Those that this holds for; they stay in the list. */
    List<WaitingPull> select(Predicate<WaitingPull> wanted) {
        if (isEmpty()) {
            return List.of();
        }
        List<WaitingPull> selected = new ArrayList<>();
        synchronized (this) {
            for (WaitingPull pull = head; pull != null; pull = pull.next) {
                if (wanted.test(pull)) {
                    selected.add(pull);
                }
            }
        }
        return selected;
    }
}
