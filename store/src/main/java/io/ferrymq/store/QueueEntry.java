package io.ferrymq.store;

/** One entry of a consume queue, as administrators look at it. */
public record QueueEntry(long queueOffset, long physicalOffset, int sizeBytes, long tagsCode) {}
