package io.ferrymq.store;

import java.nio.ByteBuffer;

/** Chooses messages while a queue is read. */
@FunctionalInterface
public interface EntryFilter {
    EntryFilter ALL = tagsCode -> true;

    /** Whether the entry may match by its tag code alone: the Java hash of the tag, 0 without one. */
    boolean matchesTagsCode(long tagsCode);

    /** Whether the message may match, by what {@link BitMaps} noted for it. */
    default boolean mayMatch(long physicalOffset, byte[] bitMap) {
        return true;
    }

    /** Whether {@link #matchesProperties} wants to see the records. */
    default boolean wantsProperties() {
        return false;
    }

    /** Whether the record matches, by its encoded properties (position to limit; valid during the call only). */
    default boolean matchesProperties(ByteBuffer properties) {
        return true;
    }
}
