package io.ferrymq.broker.offset;

/**
 * A position that is further here than at the master.
 *
 * @param move mark of the last move on purpose, 0 for none
 */
public record Ahead(String group, String topic, int queueId, long offset, long move) {}
