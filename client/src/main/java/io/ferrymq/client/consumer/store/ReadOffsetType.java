package io.ferrymq.client.consumer.store;

/** Where a position is read from. */
public enum ReadOffsetType {
    READ_FROM_MEMORY,
    READ_FROM_STORE,
    MEMORY_FIRST_THEN_STORE
}
