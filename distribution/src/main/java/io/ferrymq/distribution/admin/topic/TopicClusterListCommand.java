package io.ferrymq.distribution.admin.topic;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "topicClusterList",
        description = "Get cluster info for topic.",
        footer = {"", "Example: mqadmin topicClusterList -n 127.0.0.1:9876 -t Orders"})
public final class TopicClusterListCommand extends ReadingCommand<List<String>> {
    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Override
    protected List<String> read(Admin admin) throws CommandFailed, InterruptedException {
        return admin.route(topic.trim()).brokerDatas().stream()
                .map(BrokerData::cluster)
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    protected void print(List<String> clusters, Output out) {
        clusters.forEach(out::line);
    }
}
