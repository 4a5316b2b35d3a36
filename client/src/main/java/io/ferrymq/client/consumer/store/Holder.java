package io.ferrymq.client.consumer.store;

/** Who has a queue that a member of a group wants. */
public enum Holder {
    /** It is this member's from now on. */
    SELF,
    /** Another member that is here has it, and says when it has written its position. */
    ANOTHER,
    /** Nobody knows: the member before says nothing, or the broker does not. */
    UNKNOWN
}
