package io.ferrymq.distribution.admin.topic;

import io.ferrymq.common.MixAll;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.GroupList;
import io.ferrymq.remoting.protocol.body.TopicList;
import io.ferrymq.remoting.protocol.header.QueryTopicConsumeByWhoRequestHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "topicList",
        description = "Fetch all topic list from name server.",
        footer = {"", "Example: mqadmin topicList -n 127.0.0.1:9876 -c"})
public final class TopicListCommand extends ReadingCommand<List<TopicListCommand.Row>> {
    @Option(
            names = {"-c", "--clusterModel"},
            description = "With each topic's cluster and consumer groups; retry and dead letter topics are left out.")
    private boolean withGroups;

    /** A topic; cluster and group only when asked for. */
    public record Row(String topic, String cluster, String consumerGroup) {}

    @Override
    protected List<Row> read(Admin admin) throws CommandFailed, InterruptedException {
        TopicList topics = Json.decode(
                admin.nameserver(Request.of(RequestCode.GET_ALL_TOPIC_LIST_FROM_NAMESERVER))
                        .body(),
                TopicList.class);
        List<Row> rows = new ArrayList<>();
        for (String topic : new TreeSet<>(topics.topicList())) {
            if (!withGroups) {
                rows.add(new Row(topic, null, null));
            } else if (!topic.startsWith(MixAll.RETRY_GROUP_TOPIC_PREFIX)
                    && !topic.startsWith(MixAll.DLQ_GROUP_TOPIC_PREFIX)) {
                addGroups(admin, topic, rows);
            }
        }
        return rows;
    }

    private static void addGroups(Admin admin, String topic, List<Row> rows)
            throws CommandFailed, InterruptedException {
        for (BrokerData broker : admin.route(topic).brokerDatas()) {
            Request<?> who =
                    Request.of(RequestCode.QUERY_TOPIC_CONSUME_BY_WHO, new QueryTopicConsumeByWhoRequestHeader(topic));
            GroupList groups =
                    Json.decode(admin.call(broker.masterElseSlaveAddr(), who).body(), GroupList.class);
            if (groups.groupList().isEmpty()) {
                rows.add(new Row(topic, broker.cluster(), ""));
            }
            groups.groupList().forEach(group -> rows.add(new Row(topic, broker.cluster(), group)));
        }
    }

    @Override
    protected void print(List<Row> rows, Output out) {
        if (withGroups) {
            out.format("%-20s  %-48s  %-48s", "#Cluster Name", "#Topic", "#Consumer Group");
        }
        for (Row row : rows.stream().distinct().toList()) {
            if (withGroups) {
                out.format("%-20s  %-64s  %-64s", row.cluster(), row.topic(), row.consumerGroup());
            } else {
                out.line(row.topic());
            }
        }
    }
}
