package io.ferrymq.distribution.admin.topic;

import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.BrokerNames;
import io.ferrymq.distribution.admin.BrokerOrCluster;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Effects;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.CreateTopicRequestHeader;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Changes nothing but the permission: queue numbers, order and attributes stay as each broker has them. */
@Command(
        name = "updateTopicPerm",
        description = "Update topic perm.",
        footer = {"", "Example: mqadmin updateTopicPerm -n 127.0.0.1:9876 -c DefaultCluster -t Orders -p 4"})
public final class UpdateTopicPermCommand extends AdminCommand {
    @ArgGroup(exclusive = true, multiplicity = "1")
    private BrokerOrCluster target;

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-p", "--perm"},
            required = true,
            description = "2 write, 4 read, 6 both.")
    private int perm;

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        String name = topic.trim();
        Map<String, TopicConfig> found = configs(admin, name);
        for (Map.Entry<String, TopicConfig> broker : found.entrySet()) {
            TopicConfig config = broker.getValue();
            if (config.perm() == perm) {
                out.line("new perm equals to the old one!");
            } else {
                change(admin, broker.getKey(), config);
                out.format("update topic perm from %d to %d in %s success.", config.perm(), perm, broker.getKey());
                out.line(TopicText.of(config.withPerm(perm)));
            }
        }
    }

    private Map<String, TopicConfig> configs(Admin admin, String name) throws CommandFailed, InterruptedException {
        Map<String, TopicConfig> found = new LinkedHashMap<>();
        List<String> addresses = target.masterAddresses(admin);
        for (String address : addresses) {
            TopicConfigs.find(admin, address, name).ifPresent(config -> found.put(address, config));
        }
        if (found.isEmpty()) {
            throw new CommandFailed("topic '" + name + "' is unknown to " + String.join(", ", addresses)
                    + "; 'mqadmin topicList' lists the topics");
        }
        return found;
    }

    private void change(Admin admin, String address, TopicConfig config) throws CommandFailed, InterruptedException {
        String name = config.topicName();
        CreateTopicRequestHeader header = new CreateTopicRequestHeader(
                name,
                "TBW102",
                config.readQueueNums(),
                config.writeQueueNums(),
                perm,
                config.topicFilterType(),
                config.topicSysFlag(),
                config.order(),
                null,
                null);
        admin.call(address, Request.of(RequestCode.UPDATE_AND_CREATE_TOPIC, header));
        Set<String> broker = BrokerNames.at(admin, List.of(address));
        Effects.await(
                address + " and the nameservers to show permission " + PermName.perm2String(perm) + " of topic '" + name
                        + "'",
                () -> TopicConfigs.find(admin, address, name)
                                .filter(now -> now.perm() == perm)
                                .isPresent()
                        && isRouted(admin, name, broker));
    }

    private boolean isRouted(Admin admin, String name, Set<String> broker) throws CommandFailed, InterruptedException {
        for (Optional<TopicRouteData> route : admin.everyRoute(name)) {
            if (route.isEmpty() || !shows(route.get(), broker)) {
                return false;
            }
        }
        return true;
    }

    // A broker whose write permission is wiped at the nameserver shows none until it is given back.
    private boolean shows(TopicRouteData route, Set<String> broker) {
        return route.queueDatas().stream()
                .anyMatch(queue -> broker.contains(queue.brokerName())
                        && (queue.perm() == perm || queue.perm() == (perm & ~PermName.PERM_WRITE)));
    }
}
