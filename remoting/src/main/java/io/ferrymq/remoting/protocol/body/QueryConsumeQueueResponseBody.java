package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.List;

/** Answer to {@code QUERY_CONSUME_QUEUE} (321). */
public record QueryConsumeQueueResponseBody(
        SubscriptionData subscriptionData,
        String filterData,
        List<ConsumeQueueData> queueData,
        long maxQueueIndex,
        long minQueueIndex) {
    public QueryConsumeQueueResponseBody {
        queueData = Copies.list(queueData);
    }
}
