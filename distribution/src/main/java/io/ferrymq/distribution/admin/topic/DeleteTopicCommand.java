package io.ferrymq.distribution.admin.topic;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Effects;
import io.ferrymq.distribution.admin.NameserverKv;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.DeleteTopicInNamesrvRequestHeader;
import io.ferrymq.remoting.protocol.header.DeleteTopicRequestHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "deleteTopic",
        description = "Delete topic from broker and NameServer.",
        footer = {"", "Example: mqadmin deleteTopic -n 127.0.0.1:9876 -c DefaultCluster -t Orders"})
public final class DeleteTopicCommand extends AdminCommand {
    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic. Its messages can no longer be read; other topics and clusters keep theirs.")
    private String topic;

    @Option(
            names = {"-c", "--clusterName"},
            required = true,
            description = "From all masters of this cluster.")
    private String clusterName;

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        String name = topic.trim();
        String cluster = clusterName.trim();
        List<BrokerData> brokers = admin.masters(cluster);
        if (brokers.isEmpty()) {
            throw new CommandFailed("cluster '" + cluster + "' has no master at present");
        }
        boolean found = isRouted(admin, name, cluster);
        for (BrokerData broker : brokers) {
            found |= TopicConfigs.find(admin, broker.masterAddr(), name).isPresent();
            deleteAt(admin, broker.masterAddr(), name);
        }
        if (!found) {
            out.format("topic [%s] was not in cluster [%s].", name, cluster);
        }
        out.format("delete topic [%s] from cluster [%s] success.", name, cluster);
        admin.everyNameserver(
                Request.of(RequestCode.DELETE_TOPIC_IN_NAMESRV, new DeleteTopicInNamesrvRequestHeader(name, cluster)));
        Effects.await(
                "every nameserver to forget topic '" + name + "' in cluster '" + cluster + "'",
                () -> !isRouted(admin, name, cluster));
        if (admin.findRoute(name).isEmpty()) {
            new NameserverKv(admin, NameserverKv.ORDER_TOPIC_CONFIG).delete(name);
        }
        out.format("delete topic [%s] from NameServer success.", name);
    }

    private static void deleteAt(Admin admin, String address, String name) throws CommandFailed, InterruptedException {
        admin.call(address, Request.of(RequestCode.DELETE_TOPIC_IN_BROKER, new DeleteTopicRequestHeader(name)));
        Effects.await(address + " to forget topic '" + name + "'", () -> TopicConfigs.find(admin, address, name)
                .isEmpty());
    }

    private static boolean isRouted(Admin admin, String name, String cluster)
            throws CommandFailed, InterruptedException {
        for (Optional<TopicRouteData> route : admin.everyRoute(name)) {
            if (route.isPresent()
                    && route.get().brokerDatas().stream().anyMatch(broker -> cluster.equals(broker.cluster()))) {
                return true;
            }
        }
        return false;
    }
}
