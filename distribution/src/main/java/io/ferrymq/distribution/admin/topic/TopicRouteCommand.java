package io.ferrymq.distribution.admin.topic;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "topicRoute",
        description = "Examine topic route info.",
        footer = {"", "Example: mqadmin topicRoute -n 127.0.0.1:9876 -t Orders -l"})
public final class TopicRouteCommand extends ReadingCommand<TopicRouteData> {
    private static final String ROW = "%-45s %-32s %-50s %-10s %-11s %-5s";

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-l", "--list"},
            description = "A table instead of JSON.")
    private boolean list;

    @Override
    protected TopicRouteData read(Admin admin) throws CommandFailed, InterruptedException {
        return admin.route(topic.trim());
    }

    @Override
    protected void print(TopicRouteData route, Output out) {
        if (!list) {
            out.json(route);
            return;
        }
        Map<String, BrokerData> brokers =
                route.brokerDatas().stream().collect(Collectors.toMap(BrokerData::brokerName, Function.identity()));
        out.format(ROW, "#ClusterName", "#BrokerName", "#BrokerAddrs", "#ReadQueue", "#WriteQueue", "#Perm");
        for (QueueData queue : route.queueDatas()) {
            BrokerData broker = brokers.get(queue.brokerName());
            out.format(
                    ROW,
                    broker == null ? "" : broker.cluster(),
                    queue.brokerName(),
                    broker == null ? "" : broker.brokerAddrs(),
                    queue.readQueueNums(),
                    queue.writeQueueNums(),
                    queue.perm());
        }
        out.line("-".repeat(158));
        out.format(
                ROW,
                "Total:",
                route.queueDatas().size(),
                "",
                route.queueDatas().stream().mapToInt(QueueData::readQueueNums).sum(),
                route.queueDatas().stream().mapToInt(QueueData::writeQueueNums).sum(),
                "");
    }
}
