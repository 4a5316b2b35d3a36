package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/** Offset by queue id: answer to {@code QUERY_CORRECTION_OFFSET} (308). */
public record QueryCorrectionOffsetBody(Map<Integer, Long> correctionOffsets) {
    public QueryCorrectionOffsetBody {
        correctionOffsets = Copies.map(correctionOffsets);
    }
}
