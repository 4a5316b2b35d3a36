package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/**
 * What master and slave must know of positions beside the offsets, to tell a reset from a loss. RocketMQ has no such thing and ignores it.
 * Both tables are {@code topic@group} → queue id → number.
 *
 * @param moves positions that were moved back or removed on purpose, with a mark of the last such move; a later move has a greater mark
 * @param forgotten marks up to this one are no longer kept
 * @param here positions that were committed at this slave and that its master may not know
 */
public record PositionNotes(
        Map<String, Map<Integer, Long>> moves, long forgotten, Map<String, Map<Integer, Long>> here) {
    public PositionNotes {
        moves = Copies.table(moves);
        here = Copies.table(here);
    }
}
