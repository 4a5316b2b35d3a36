package io.ferrymq.remoting.protocol.header;

import io.ferrymq.remoting.codec.Optional;

/** {@code SEARCH_OFFSET_BY_TIMESTAMP} (29): the offset of a queue at a store time. Without boundary it is {@link BoundaryType#LOWER}. */
public record SearchOffsetRequestHeader(
        String topic, int queueId, long timestamp, @Optional BoundaryType boundaryType) {
    public boolean wantsUpper() {
        return boundaryType == BoundaryType.UPPER;
    }
}
