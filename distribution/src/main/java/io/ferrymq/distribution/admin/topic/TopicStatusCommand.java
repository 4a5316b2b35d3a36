package io.ferrymq.distribution.admin.topic;

import io.ferrymq.common.TopicConfig;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.HumanTime;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.admin.TopicStatsTable;
import io.ferrymq.remoting.protocol.header.GetTopicStatsInfoRequestHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The queues of a topic; behind the table that scripts know, one line a broker with what the topic is. */
@Command(
        name = "topicStatus",
        description = "Examine topic Status info.",
        footer = {"", "Example: mqadmin topicStatus -n 127.0.0.1:9876 -t Orders"})
public final class TopicStatusCommand extends ReadingCommand<TopicStatusCommand.Status> {
    private static final String ROW = "%-32s  %-4s  %-20s  %-20s    %s";

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "The topic.")
    private String topic;

    @Option(
            names = {"-c", "--cluster"},
            description = "Only the topic's brokers in this cluster.")
    private String cluster;

    /** One queue. */
    public record Row(String brokerName, int queueId, long minOffset, long maxOffset, long lastUpdateTimestamp) {}

    /**
     * The topic.
     *
     * @param configs by broker name
     */
    public record Status(List<Row> queues, double topicPutTps, Map<String, TopicConfig> configs) {}

    @Override
    protected Status read(Admin admin) throws CommandFailed, InterruptedException {
        String name = topic.trim();
        List<BrokerData> brokers = admin.route(name).brokerDatas().stream()
                .filter(broker -> cluster == null || cluster.trim().equals(broker.cluster()))
                .toList();
        if (brokers.isEmpty()) {
            throw new CommandFailed("topic '" + name + "' is on no broker of cluster '" + cluster + "'");
        }
        List<Row> rows = new ArrayList<>();
        double putTps = 0;
        Map<String, TopicConfig> configs = new TreeMap<>();
        for (BrokerData broker : brokers) {
            String address = broker.masterElseSlaveAddr();
            TopicStatsTable stats = Json.decode(
                    admin.call(
                                    address,
                                    Request.of(
                                            RequestCode.GET_TOPIC_STATS_INFO, new GetTopicStatsInfoRequestHeader(name)))
                            .body(),
                    TopicStatsTable.class);
            putTps += stats.topicPutTps();
            new TreeMap<>(stats.offsetTable())
                    .forEach((queue, offset) -> rows.add(new Row(
                            queue.getBrokerName(),
                            queue.getQueueId(),
                            offset.minOffset(),
                            offset.maxOffset(),
                            offset.lastUpdateTimestamp())));
            TopicConfigs.find(admin, address, name).ifPresent(config -> configs.put(broker.brokerName(), config));
        }
        return new Status(List.copyOf(rows), putTps, configs);
    }

    @Override
    protected void print(Status status, Output out) {
        out.format(ROW, "#Broker Name", "#QID", "#Min Offset", "#Max Offset", "#Last Updated");
        for (Row row : status.queues()) {
            out.format(
                    ROW,
                    row.brokerName(),
                    row.queueId(),
                    row.minOffset(),
                    row.maxOffset(),
                    HumanTime.millis(row.lastUpdateTimestamp()));
        }
        out.line("");
        out.line("Topic Put TPS: " + status.topicPutTps());
        status.configs().forEach((broker, config) -> out.line(broker + ": " + TopicText.of(config)));
    }
}
