package io.ferrymq.broker.group;

/** Hears that a group was deleted, on the thread that did it: must not block. */
public interface GroupListener {
    /** @param removeOffsets whether the group's positions are to go, too */
    void onDeleted(String group, boolean removeOffsets);
}
