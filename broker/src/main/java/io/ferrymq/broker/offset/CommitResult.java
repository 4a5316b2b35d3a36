package io.ferrymq.broker.offset;

/** What became of a position that a member told. */
public enum CommitResult {
    TAKEN,
    /** A reset is on its way to the group, whose word is of before. */
    RESET,
    /** It lies behind what another member, the queue's owner by now, has told. */
    BEHIND
}
