package io.ferrymq.namesrv.route;

import io.ferrymq.common.constant.PermName;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the route of one topic (spec: broker 2.5). */
public final class TopicRoutes {
    /** Brokers older than the member group request find one another by the route of such a topic. */
    private static final String MEMBER_SYNC_TOPIC_PREFIX = "rmq_sys_SYNC_BROKER_MEMBER_";

    private TopicRoutes() {}

    /**
     * Who asks.
     *
     * @param zoneName only brokers of this zone, or null for all
     * @param actingMaster whether the first slave of a group without master is shown as its master
     */
    public record Question(String topic, String zoneName, boolean actingMaster) {}

    /** The route, or null when no broker has the topic. */
    public static TopicRouteAnswer find(RouteTable table, Question question) {
        TopicQueues topic = table.topics().get(question.topic());
        if (topic == null) {
            return null;
        }
        List<QueueData> queues = new ArrayList<>();
        List<BrokerData> brokers = new ArrayList<>();
        Map<String, List<String>> filterServers = new LinkedHashMap<>();
        for (QueueData queue : topic.queues()) {
            BrokerGroup group = table.group(queue.brokerName());
            BrokerData broker = broker(group, question);
            if (isInZone(broker, question.zoneName())) {
                queues.add(queue.withPerm(perm(table, group, queue)));
                brokers.add(broker);
                addFilterServers(group, filterServers);
            }
        }
        return new TopicRouteAnswer(
                null, queues, brokers, filterServers, topic.mappings().isEmpty() ? null : topic.mappings());
    }

    private static int perm(RouteTable table, BrokerGroup group, QueueData queue) {
        boolean readOnly = group.isReadOnly() || table.isWriteWiped(group.name());
        return readOnly ? queue.perm() & ~PermName.PERM_WRITE : queue.perm();
    }

    private static BrokerData broker(BrokerGroup group, Question question) {
        BrokerData broker = group.toBrokerData();
        boolean stands = question.actingMaster()
                && group.isReadOnly()
                && !question.topic().startsWith(MEMBER_SYNC_TOPIC_PREFIX);
        if (!stands) {
            return broker;
        }
        Map<Long, String> addresses = new LinkedHashMap<>(broker.brokerAddrs());
        String acting = addresses.remove(group.minId());
        Map<Long, String> shown = new LinkedHashMap<>();
        shown.put(BrokerData.MASTER_ID, acting);
        shown.putAll(addresses);
        return new BrokerData(group.cluster(), group.name(), shown, group.zoneName(), group.actingMaster());
    }

    private static boolean isInZone(BrokerData broker, String zone) {
        return zone == null || broker.masterAddr() == null || zone.equalsIgnoreCase(broker.zoneName());
    }

    private static void addFilterServers(BrokerGroup group, Map<String, List<String>> filterServers) {
        for (BrokerMember member : group.members().values()) {
            if (!member.filterServers().isEmpty()) {
                filterServers.put(member.address(), member.filterServers());
            }
        }
    }
}
