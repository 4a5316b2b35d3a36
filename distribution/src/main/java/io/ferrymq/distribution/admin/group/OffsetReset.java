package io.ferrymq.distribution.admin.group;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.TopicQueue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Moves a group in the queues of a topic, and prints where to. */
final class OffsetReset {
    /** Stands for the end of each queue where a time is expected. */
    static final long TO_THE_END = -1;

    private static final String RESULT_ROW = "%-40s  %-40s  %-40s";
    private static final String PLAN_ROW = "%-20s  %-20s  %-20s  %-20s  %-20s  %-20s";

    private final Admin admin;
    private final List<TopicQueue> queues;
    private final GroupOffsets offsets;

    OffsetReset(Admin admin, List<TopicQueue> queues, GroupOffsets offsets) {
        this.admin = admin;
        this.queues = List.copyOf(queues);
        this.offsets = offsets;
    }

    /** Where a queue's position is to be. */
    @FunctionalInterface
    interface Target {
        /**
         * Finds it.
         *
         * @param committed the position now, empty when there is none
         */
        long in(TopicQueue queue, OptionalLong committed) throws CommandFailed, InterruptedException;
    }

    /**
     * One step.
     *
     * @param end the offset that the queue's next message will have
     * @param found what the target says; {@code to} is different when the position may only go back
     */
    record Move(TopicQueue queue, long end, OptionalLong committed, long found, long to) {}

    /** The first message stored at that time or later; {@link #TO_THE_END} for the end. */
    Target atTime(long timeMs) {
        return (queue, committed) -> timeMs < 0 ? queue.maxOffset(admin) : queue.offsetAt(admin, timeMs);
    }

    Target atOldest() {
        return (queue, committed) -> queue.minOffset(admin);
    }

    /** An offset as given; a queue that does not reach there fails when its target is asked for. */
    Target at(long offset) {
        return (queue, committed) -> {
            long min = queue.minOffset(admin);
            long end = queue.maxOffset(admin);
            if (offset < min || offset > end) {
                throw new CommandFailed("offset " + offset + " is outside of queue " + queue.place() + ", which has "
                        + min + " to " + end);
            }
            return offset;
        };
    }

    /** So many messages further, or back when negative; not over an end of the queue. */
    Target shifted(long by) {
        return (queue, committed) -> {
            OptionalLong current = offsets.current(queue);
            if (current.isEmpty()) {
                throw new CommandFailed("there is no position to shift in queue " + queue.place());
            }
            return Math.max(queue.minOffset(admin), Math.min(queue.maxOffset(admin), current.getAsLong() + by));
        };
    }

    List<Move> plan(Target target, boolean force) throws CommandFailed, InterruptedException {
        List<Move> moves = new ArrayList<>();
        for (TopicQueue queue : queues) {
            OptionalLong committed = offsets.committed(queue);
            long found = target.in(queue, committed);
            boolean stays = !force && committed.isPresent() && committed.getAsLong() < found;
            moves.add(new Move(queue, queue.maxOffset(admin), committed, found, stays ? committed.getAsLong() : found));
        }
        return moves;
    }

    /** Moves every queue of the topic at these brokers to a time, by the brokers' own means where they have them. */
    Map<TopicQueue, Long> toTime(long timeMs) throws CommandFailed, InterruptedException {
        Map<TopicQueue, Long> moved = new LinkedHashMap<>();
        for (String address : queues.stream().map(TopicQueue::address).collect(Collectors.toCollection(TreeSet::new))) {
            List<TopicQueue> here = queues.stream()
                    .filter(queue -> queue.address().equals(address))
                    .toList();
            Optional<Map<MessageQueue, Long>> byBroker =
                    offsets.resetByBroker(address, here.get(0).topic(), timeMs);
            if (byBroker.isEmpty()) {
                moved.putAll(apply(new OffsetReset(admin, here, offsets).plan(atTime(timeMs), true)));
                continue;
            }
            for (TopicQueue queue : here) {
                Long offset = byBroker.get().get(queue.messageQueue());
                if (offset == null) {
                    throw new CommandFailed(
                            "broker '" + queue.brokerName() + "' has not moved queue " + queue.queueId());
                }
                offsets.awaitAt(queue, offset);
                moved.put(queue, offset);
            }
        }
        return moved;
    }

    Map<TopicQueue, Long> apply(List<Move> moves) throws CommandFailed, InterruptedException {
        Map<TopicQueue, Long> moved = new LinkedHashMap<>();
        for (Move move : moves) {
            // A position that is stored there already says little of consumers that are online: they may be ahead of
            // it.
            if (move.to() == move.found()) {
                offsets.set(move.queue(), move.to());
            }
            moved.put(move.queue(), move.to());
        }
        return moved;
    }

    /** Prints where queues were moved to, once whoever reads them has gone on from there. */
    void verifyAndPrint(Map<TopicQueue, Long> moved, long timeoutMs, Output out)
            throws CommandFailed, InterruptedException {
        String topic = queues.get(0).topic();
        Map<String, Set<String>> readers = offsets.awaitReaders(topic, moved.keySet(), timeoutMs);
        print(moved, out);
        readers.forEach((clientId, places) ->
                out.format("consumer %s has gone on from there in %s", clientId, String.join(", ", places)));
    }

    static void print(Map<TopicQueue, Long> moved, Output out) {
        out.format(RESULT_ROW, "#brokerName", "#queueId", "#offset");
        moved.forEach((queue, offset) -> out.format(RESULT_ROW, queue.brokerName(), queue.queueId(), offset));
    }

    /** Prints what a plan would do; see {@code --dryRun}. */
    void printOnly(List<Move> plan, Output out) {
        print(plan, out);
        out.line("nothing was changed (--dryRun)");
    }

    private static void print(List<Move> plan, Output out) {
        out.format(
                PLAN_ROW,
                "#brokerName",
                "#queueId",
                "#brokerOffset",
                "#consumerOffset",
                "#timestampOffset",
                "#resetOffset");
        for (Move move : plan) {
            out.format(
                    PLAN_ROW,
                    move.queue().brokerName(),
                    move.queue().queueId(),
                    move.end(),
                    move.committed().isPresent() ? move.committed().getAsLong() : "N/A",
                    move.found(),
                    move.to());
        }
    }
}
