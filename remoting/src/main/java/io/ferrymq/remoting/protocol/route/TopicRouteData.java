package io.ferrymq.remoting.protocol.route;

import io.ferrymq.remoting.protocol.Copies;
import java.util.List;
import java.util.Map;

/** Where a topic's queues are and which brokers hold them: answer to {@code GET_ROUTEINFO_BY_TOPIC} (105). */
public record TopicRouteData(
        String orderTopicConf,
        List<QueueData> queueDatas,
        List<BrokerData> brokerDatas,
        Map<String, List<String>> filterServerTable) {
    public TopicRouteData {
        queueDatas = Copies.list(queueDatas);
        brokerDatas = Copies.list(brokerDatas);
        filterServerTable = Copies.map(filterServerTable);
    }

    public static TopicRouteData of(List<QueueData> queues, List<BrokerData> brokers) {
        return new TopicRouteData(null, queues, brokers, Map.of());
    }
}
