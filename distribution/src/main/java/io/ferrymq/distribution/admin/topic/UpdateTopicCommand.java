package io.ferrymq.distribution.admin.topic;

import io.ferrymq.common.TopicFilterType;
import io.ferrymq.common.sysflag.TopicSysFlag;
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
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "updateTopic",
        description = "Update or create topic.",
        footer = {"", "Example: mqadmin updateTopic -n 127.0.0.1:9876 -c DefaultCluster -t Orders -r 8 -w 8"})
public final class UpdateTopicCommand extends AdminCommand {
    @ArgGroup(exclusive = true, multiplicity = "1")
    private BrokerOrCluster target;

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-r", "--readQueueNums"},
            description = "Queues that consumers read. Default: ${DEFAULT-VALUE}",
            defaultValue = "8")
    private int readQueueNums;

    @Option(
            names = {"-w", "--writeQueueNums"},
            description = "Queues that producers write to. Default: ${DEFAULT-VALUE}",
            defaultValue = "8")
    private int writeQueueNums;

    @Option(
            names = {"-p", "--perm"},
            description = "2 write, 4 read, 6 both. Default: ${DEFAULT-VALUE}",
            defaultValue = "6")
    private int perm;

    @Option(
            names = {"-o", "--order"},
            arity = "1",
            description = "Whether the topic is ordered (true or false). Default: false")
    private boolean order;

    @Option(
            names = {"-u", "--unit"},
            arity = "1",
            description = "Whether it is a unit topic (true or false). Default: false")
    private boolean unit;

    @Option(
            names = {"-s", "--hasUnitSub"},
            arity = "1",
            description = "Whether units subscribe to it (true or false). Default: false")
    private boolean hasUnitSub;

    @Option(
            names = {"-a", "--attributes"},
            description = "Attributes to add or change (+key=value) and to remove (-key), separated by commas.")
    private String attributes;

    @Override
    protected void run(Admin admin, Output out) throws Exception {
        int sysFlag = TopicSysFlag.buildSysFlag(unit, hasUnitSub);
        String name = topic.trim();
        CreateTopicRequestHeader header = new CreateTopicRequestHeader(
                name,
                "TBW102",
                readQueueNums,
                writeQueueNums,
                perm,
                TopicFilterType.SINGLE_TAG,
                sysFlag,
                order,
                attributes,
                null);
        List<String> addresses = target.masterAddresses(admin);
        for (String address : addresses) {
            admin.call(address, Request.of(RequestCode.UPDATE_AND_CREATE_TOPIC, header));
            out.format("create topic to %s success.", address);
        }
        Set<String> brokers = BrokerNames.at(admin, addresses);
        if (order) {
            putOrderConf(admin, name, brokers, out);
        }
        Effects.await(
                "the route of topic '" + name + "' to show the change at the nameserver",
                () -> isRouted(admin, name, brokers));
        TopicConfigs.find(admin, addresses.get(0), name).ifPresent(config -> out.line(TopicText.of(config)));
    }

    private void putOrderConf(Admin admin, String name, Set<String> brokers, Output out)
            throws CommandFailed, InterruptedException {
        String conf =
                brokers.stream().map(broker -> broker + ":" + writeQueueNums).collect(Collectors.joining(";"));
        OrderConf orderConf = new OrderConf(admin);
        orderConf.put(name, conf);
        out.format(
                "set %s orderConf. isOrder=%s, orderConf=[%s]",
                target.clusterName() == null ? "broker" : "cluster", order, conf);
        orderConf.tellWhereHidden(out);
    }

    private boolean isRouted(Admin admin, String name, Set<String> brokers) throws CommandFailed, InterruptedException {
        return admin.findRoute(name)
                .map(route -> brokers.stream().allMatch(broker -> route.queueDatas().stream()
                        .anyMatch(queue -> queue.brokerName().equals(broker)
                                && queue.readQueueNums() == readQueueNums
                                && queue.writeQueueNums() == writeQueueNums)))
                .orElse(false);
    }
}
