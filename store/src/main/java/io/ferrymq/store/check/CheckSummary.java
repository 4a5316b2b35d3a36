package io.ferrymq.store.check;

import java.util.List;

/**
 * What a check has seen.
 *
 * @param logMin address of the log's first byte
 * @param logEnd where the log ends, or where the check of a store in use ended
 * @param inUse whether a broker has the directory open; then only what its last checkpoint covers was checked
 * @param queues the queues found, with their ends
 * @param problems findings that are not notes
 */
public record CheckSummary(
        long logMin,
        long logEnd,
        boolean inUse,
        long records,
        long queueEntries,
        long indexEntries,
        List<QueueEnd> queues,
        long problems,
        long notes) {
    public CheckSummary {
        queues = List.copyOf(queues);
    }

    /** Behind the last entry of a queue. */
    public record QueueEnd(String topic, int queueId, long endOffset) {}

    public boolean isClean() {
        return problems == 0;
    }
}
