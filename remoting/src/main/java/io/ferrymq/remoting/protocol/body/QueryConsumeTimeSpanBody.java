package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.List;

/** Answer to {@code QUERY_CONSUME_TIME_SPAN} (303). */
public record QueryConsumeTimeSpanBody(List<QueueTimeSpan> consumeTimeSpanSet) {
    public QueryConsumeTimeSpanBody {
        consumeTimeSpanSet = Copies.list(consumeTimeSpanSet);
    }
}
