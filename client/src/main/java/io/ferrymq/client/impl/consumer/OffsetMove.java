package io.ferrymq.client.impl.consumer;

import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;

/** Why a broker sends a consumer to another offset than the one asked for. */
final class OffsetMove {
    private OffsetMove() {}

    /** Whether the queue has the offset asked for, so that somebody must have moved the group. */
    static boolean isReset(long asked, PullMessageResponseHeader header) {
        return asked >= header.minOffset() && asked <= header.maxOffset();
    }

    static String why(long asked, PullMessageResponseHeader header) {
        String bounds = "the queue has " + header.minOffset() + " to " + header.maxOffset();
        if (asked < header.minOffset()) {
            return "offset " + asked + " is gone, " + bounds;
        }
        if (asked > header.maxOffset()) {
            return "offset " + asked + " is beyond the end, " + bounds;
        }
        return "it was set anew at the broker, " + bounds;
    }
}
