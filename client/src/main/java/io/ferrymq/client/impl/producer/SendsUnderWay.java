package io.ferrymq.client.impl.producer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The sends of a producer that have not ended. Each is a link of one of a few chains, so that being counted costs no object and threads
 * seldom meet.
 */
final class SendsUnderWay {
    private static final int CHAINS = 8;

    private final Chain[] chains = new Chain[CHAINS];

    private static final class Chain {
        private SendRun first;

        synchronized void add(SendRun run) {
            run.next = first;
            if (first != null) {
                first.previous = run;
            }
            first = run;
        }

        synchronized void remove(SendRun run) {
            if (run.previous == null) {
                first = run.next;
            } else {
                run.previous.next = run.next;
            }
            if (run.next != null) {
                run.next.previous = run.previous;
            }
            run.previous = null;
            run.next = null;
        }

        synchronized void addAllTo(Collection<SendRun> runs) {
            for (SendRun run = first; run != null; run = run.next) {
                runs.add(run);
            }
        }

        synchronized boolean isEmpty() {
            return first == null;
        }
    }

    SendsUnderWay() {
        for (int i = 0; i < CHAINS; i++) {
            chains[i] = new Chain();
        }
    }

    /** Once for each run, before anything can end it. */
    void add(SendRun run) {
        chain(run).add(run);
    }

    /** Once for each run that was added. */
    void remove(SendRun run) {
        chain(run).remove(run);
    }

    private Chain chain(SendRun run) {
        return chains[run.chain() & (CHAINS - 1)];
    }

    boolean isEmpty() {
        for (Chain chain : chains) {
            if (!chain.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    List<SendRun> all() {
        List<SendRun> all = new ArrayList<>();
        for (Chain chain : chains) {
            chain.addAllTo(all);
        }
        return all;
    }
}
