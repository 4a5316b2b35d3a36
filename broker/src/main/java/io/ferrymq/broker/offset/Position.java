package io.ferrymq.broker.offset;

import java.util.Comparator;

/**
 * Where a group stands in a queue, and since which move on purpose. Of two copies of one position the greater one is right: the one that
 * knows of the later move, and with equal moves the one that is further. So a position goes back only where somebody moved it back.
 *
 * @param offset {@link ConsumerOffsets#NONE} when it was removed, or never was
 * @param move mark of the last move back or removal, 0 when there was none or it is forgotten
 */
record Position(long offset, long move) implements Comparable<Position> {
    private static final Comparator<Position> ORDER =
            Comparator.comparingLong(Position::move).thenComparingLong(Position::offset);

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }
}
