package io.ferrymq.distribution.admin.group;

import io.ferrymq.common.MixAll;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.BrokerOrCluster;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Effects;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.DeleteTopicInNamesrvRequestHeader;
import io.ferrymq.remoting.protocol.header.DeleteTopicRequestHeader;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "deleteSubGroup",
        description = "Delete subscription group from broker.",
        footer = {
            "",
            "With -c the group's retry and dead letter topics go too.",
            "",
            "Example: mqadmin deleteSubGroup -n 127.0.0.1:9876 -c DefaultCluster -g Billing -r true"
        })
public final class DeleteSubGroupCommand extends AdminCommand {
    @ArgGroup(exclusive = true, multiplicity = "1")
    private BrokerOrCluster target;

    @Option(
            names = {"-g", "--groupName"},
            required = true,
            description = "The consumer group.")
    private String group;

    @Option(
            names = {"-r", "--removeOffset"},
            arity = "1",
            description = "Whether its positions go too (true or false). Default: false")
    private boolean removeOffset;

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        String name = group.trim();
        List<String> addresses = target.masterAddresses(admin);
        mustExist(admin, name, addresses);
        for (String address : addresses) {
            GroupConfigs.delete(admin, address, name, removeOffset);
        }
        for (String address : addresses) {
            try {
                Effects.await(
                        "group '" + name + "' to be gone from " + address,
                        () -> GroupConfigs.find(admin, address, name).isEmpty());
            } catch (CommandFailed e) {
                throw new CommandFailed(e.getMessage() + recreated(admin, name, address), e);
            }
            out.format(
                    "delete subscription group [%s] from broker [%s]%s success.",
                    name, address, target.clusterName() == null ? "" : " in cluster [" + target.clusterName() + "]");
        }
        if (target.clusterName() != null) {
            deleteTopic(admin, MixAll.getRetryTopic(name), addresses, out);
            deleteTopic(admin, MixAll.getDLQTopic(name), addresses, out);
        }
    }

    private static void mustExist(Admin admin, String name, List<String> addresses)
            throws CommandFailed, InterruptedException {
        for (String address : addresses) {
            if (GroupConfigs.find(admin, address, name).isPresent()) {
                return;
            }
        }
        throw new CommandFailed("there is no group '" + name + "' at " + String.join(", ", addresses));
    }

    private static String recreated(Admin admin, String name, String address)
            throws CommandFailed, InterruptedException {
        Optional<Integer> online = GroupView.at(admin, name, address)
                .connection()
                .map(connection -> connection.connectionSet().size());
        return online.map(
                        clients -> "; " + clients + " of its consumers are online and create it again: stop them first")
                .orElse("");
    }

    private void deleteTopic(Admin admin, String topic, List<String> addresses, Output out)
            throws CommandFailed, InterruptedException {
        if (admin.findRoute(topic).isEmpty()) {
            return;
        }
        for (String address : addresses) {
            admin.call(address, Request.of(RequestCode.DELETE_TOPIC_IN_BROKER, new DeleteTopicRequestHeader(topic)));
        }
        admin.everyNameserver(Request.of(
                RequestCode.DELETE_TOPIC_IN_NAMESRV,
                new DeleteTopicInNamesrvRequestHeader(
                        topic, target.clusterName().trim())));
        Effects.await("topic '" + topic + "' to be gone from cluster " + target.clusterName(), () -> admin.findRoute(
                        topic)
                .map(route -> route.brokerDatas().stream().noneMatch(broker -> addresses.contains(broker.masterAddr())))
                .orElse(true));
        out.format("delete topic [%s] from cluster [%s] success.", topic, target.clusterName());
    }
}
