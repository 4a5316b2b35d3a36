package io.ferrymq.remoting.protocol.header;

/** {@code SEARCH_OFFSET_BY_TIMESTAMP} (29): the offset of a queue at a store time. Without boundary it is {@link BoundaryType#LOWER}. */
public record SearchOffsetRequestHeader(String topic, int queueId, long timestamp, BoundaryType boundaryType) {}
