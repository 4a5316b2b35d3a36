package io.ferrymq.namesrv.route;

import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import java.util.List;
import java.util.Map;

/**
 * A topic's route as the answer to {@code GET_ROUTEINFO_BY_TOPIC} has it (spec: remoting 8.1); component names are the JSON members.
 *
 * @param orderTopicConf {@code brokerA:4;brokerB:4}, or null
 * @param topicQueueMappingByBroker what brokers registered for a static topic, or null
 */
public record TopicRouteAnswer(
        String orderTopicConf,
        List<QueueData> queueDatas,
        List<BrokerData> brokerDatas,
        Map<String, List<String>> filterServerTable,
        Map<String, Object> topicQueueMappingByBroker) {
    public TopicRouteAnswer withOrderTopicConf(String order) {
        return new TopicRouteAnswer(order, queueDatas, brokerDatas, filterServerTable, topicQueueMappingByBroker);
    }
}
