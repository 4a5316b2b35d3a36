package io.ferrymq.client.impl.factory;

import io.ferrymq.common.MixAll;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the queues of a topic were at one moment.
 *
 * @param data as the nameserver gave it, its lists sorted so that equal routes are equal
 * @param ordered whether the nameserver's order configuration fixes the queues
 * @param writeQueues of brokers that may be written to and have a master, by broker name and number
 * @param readQueues of brokers that may be read from
 */
public record TopicRoute(
        String topic,
        TopicRouteData data,
        boolean ordered,
        List<MessageQueue> writeQueues,
        List<MessageQueue> readQueues) {
    private static final Logger LOG = LoggerFactory.getLogger(TopicRoute.class);
    /** No broker has more; a slip of an operator's finger must not fill the memory of clients. */
    private static final int ORDERED_QUEUES_MAX = 65_536;

    public TopicRoute {
        writeQueues = List.copyOf(writeQueues);
        readQueues = List.copyOf(readQueues);
    }

    public static TopicRoute of(String topic, TopicRouteData unsorted) {
        TopicRouteData data = sorted(unsorted);
        String order = data.orderTopicConf();
        boolean ordered = order != null && !order.isBlank();
        return new TopicRoute(
                topic,
                data,
                ordered,
                ordered ? orderedQueues(topic, order) : writeQueues(topic, data),
                readQueues(topic, data));
    }

    /** What a topic that does not exist yet will look like: as the template, with at most so many queues a broker. */
    public TopicRoute asTemplateOf(String newTopic, int queueNumsMax) {
        List<QueueData> queues = data.queueDatas().stream()
                .map(queue -> {
                    int count = Math.min(queueNumsMax, queue.readQueueNums());
                    return new QueueData(queue.brokerName(), count, count, queue.perm(), queue.topicSysFlag());
                })
                .toList();
        return of(newTopic, TopicRouteData.of(queues, data.brokerDatas()));
    }

    private static TopicRouteData sorted(TopicRouteData data) {
        return new TopicRouteData(
                data.orderTopicConf(),
                data.queueDatas().stream()
                        .sorted(Comparator.comparing(QueueData::brokerName))
                        .toList(),
                data.brokerDatas().stream()
                        .sorted(Comparator.comparing(BrokerData::brokerName))
                        .toList(),
                data.filterServerTable());
    }

    // brokerA:4;brokerB:2
    private static List<MessageQueue> orderedQueues(String topic, String order) {
        List<MessageQueue> queues = new ArrayList<>();
        for (String part : order.split(";")) {
            String[] nameAndCount = part.trim().split(":");
            int count = nameAndCount.length == 2 ? queueCount(nameAndCount[1].trim()) : -1;
            if (count >= 0) {
                addQueues(queues, topic, nameAndCount[0].trim(), count);
            } else if (!part.isBlank()) {
                LOG.warn(
                        "the order configuration '{}' of topic {} is wrong at '{}', broker:queues is wanted with 0 to"
                                + " {} queues; the other brokers' queues are used",
                        order,
                        topic,
                        part.trim(),
                        ORDERED_QUEUES_MAX);
            }
        }
        return queues;
    }

    /** Negative for what is no number of queues. */
    private static int queueCount(String text) {
        try {
            int count = Integer.parseInt(text);
            return count <= ORDERED_QUEUES_MAX ? count : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static List<MessageQueue> writeQueues(String topic, TopicRouteData data) {
        Map<String, BrokerData> brokers = data.brokerDatas().stream()
                .collect(Collectors.toMap(BrokerData::brokerName, Function.identity(), (a, b) -> a));
        List<MessageQueue> queues = new ArrayList<>();
        for (QueueData queue : data.queueDatas()) {
            BrokerData broker = brokers.get(queue.brokerName());
            if (PermName.isWriteable(queue.perm())
                    && broker != null
                    && broker.brokerAddrs().containsKey(MixAll.MASTER_ID)) {
                addQueues(queues, topic, queue.brokerName(), queue.writeQueueNums());
            }
        }
        return queues;
    }

    private static List<MessageQueue> readQueues(String topic, TopicRouteData data) {
        List<MessageQueue> queues = new ArrayList<>();
        for (QueueData queue : data.queueDatas()) {
            if (PermName.isReadable(queue.perm())) {
                addQueues(queues, topic, queue.brokerName(), queue.readQueueNums());
            }
        }
        return queues;
    }

    private static void addQueues(List<MessageQueue> queues, String topic, String brokerName, int count) {
        for (int id = 0; id < count; id++) {
            queues.add(new MessageQueue(topic, brokerName, id));
        }
    }

    /** Whether a send that failed at one broker can go to another. */
    public boolean hasSeveralBrokersToWrite() {
        // The queues are sorted by broker, except those of an order configuration, which are grouped by it.
        return !writeQueues.isEmpty()
                && !writeQueues
                        .get(0)
                        .getBrokerName()
                        .equals(writeQueues.get(writeQueues.size() - 1).getBrokerName());
    }

    boolean mentions(String brokerAddress) {
        return data.brokerDatas().stream()
                .anyMatch(broker -> broker.brokerAddrs().containsValue(brokerAddress));
    }
}
