package io.ferrymq.broker.send;

import io.ferrymq.broker.replication.ReplicaOutcome;
import io.ferrymq.store.Durability;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One send that waits for disk and slaves. Each reports once, on a thread of its own; the last one gives the answer. */
final class SafetyWait {
    private final Consumer<SafetyWait> answer;
    private final AtomicInteger open = new AtomicInteger(2);
    private volatile Durability disk;
    private volatile ReplicaOutcome slaves;
    private volatile String missingSlaves;

    SafetyWait(Consumer<SafetyWait> answer) {
        this.answer = answer;
    }

    void flushed(Durability outcome) {
        disk = outcome;
        done();
    }

    void replicated(ReplicaOutcome outcome) {
        slaves = outcome;
        done();
    }

    /** There are no slaves to wait for. */
    void withoutSlaves(String why) {
        missingSlaves = why;
        done();
    }

    private void done() {
        if (open.decrementAndGet() == 0) {
            answer.accept(this);
        }
    }

    Durability disk() {
        return disk;
    }

    /** Null when there were none to wait for. */
    ReplicaOutcome slaves() {
        return slaves;
    }

    /** Why there were none to wait for, null when there were. */
    String missingSlaves() {
        return missingSlaves;
    }
}
