package io.ferrymq.remoting.protocol.header;

/**
 * {@code DELETE_SUBSCRIPTIONGROUP} (207). Whether the group's offsets go, too, is called {@code cleanOffset} by 5.x and {@code removeOffset}
 * by 4.9.
 */
public record DeleteSubscriptionGroupRequestHeader(String groupName, Boolean cleanOffset, Boolean removeOffset) {
    /** For both generations of brokers. */
    public static DeleteSubscriptionGroupRequestHeader of(String groupName, boolean withOffsets) {
        return new DeleteSubscriptionGroupRequestHeader(groupName, withOffsets, withOffsets);
    }

    public boolean withOffsets() {
        return (cleanOffset != null && cleanOffset) || (removeOffset != null && removeOffset);
    }
}
