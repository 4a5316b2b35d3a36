package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/**
 * What master, slave and file must know of positions beside the offsets, to tell a reset from a loss. RocketMQ has no such thing and ignores it.
 * All tables are {@code topic@group} → queue id → number.
 *
 * @param moves positions that were moved back or removed on purpose, with a mark of the last such move; a later move has a greater mark
 * @param forgotten marks up to this one are no longer kept
 * @param here positions that were committed at this slave and that its master may not know
 * @param resets places that an administrator has moved groups to and that no reader has heard of yet
 */
public record PositionNotes(
        Map<String, Map<Integer, Long>> moves,
        long forgotten,
        Map<String, Map<Integer, Long>> here,
        Map<String, Map<Integer, Long>> resets) {
    public PositionNotes {
        moves = Copies.table(moves);
        here = Copies.table(here);
        resets = Copies.table(resets);
    }
}
