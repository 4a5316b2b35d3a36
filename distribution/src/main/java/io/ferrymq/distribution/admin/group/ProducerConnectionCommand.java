package io.ferrymq.distribution.admin.group;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.Connection;
import io.ferrymq.remoting.protocol.body.ProducerConnection;
import io.ferrymq.remoting.protocol.header.GetProducerConnectionListRequestHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "producerConnection",
        description = "Query producer's socket connection and client version.",
        footer = {"", "Example: mqadmin producerConnection -n 127.0.0.1:9876 -g Shop -t Orders"})
public final class ProducerConnectionCommand extends ReadingCommand<List<Connection>> {
    @Option(
            names = {"-g", "--producerGroup"},
            required = true,
            description = "The producer group.")
    private String group;

    @Option(
            names = {"-t", "--topic"},
            required = true,
            description = "A topic it sends to: the brokers of this topic are asked.")
    private String topic;

    @Override
    protected List<Connection> read(Admin admin) throws CommandFailed, InterruptedException {
        Request<?> who = Request.of(
                RequestCode.GET_PRODUCER_CONNECTION_LIST, new GetProducerConnectionListRequestHeader(group.trim()));
        Map<String, Connection> byClient = new TreeMap<>();
        for (BrokerData broker : admin.route(topic.trim()).brokerDatas()) {
            Optional<Reply> reply = admin.find(broker.masterElseSlaveAddr(), who, ResponseCode.SYSTEM_ERROR);
            if (reply.isPresent()) {
                Json.decode(reply.get().body(), ProducerConnection.class)
                        .connectionSet()
                        .forEach(connection -> byClient.putIfAbsent(connection.clientId(), connection));
            }
        }
        if (byClient.isEmpty()) {
            throw new CommandFailed("no producer of group '" + group + "' is connected to a broker of topic '" + topic
                    + "'; a producer shows up with its first heartbeat");
        }
        return List.copyOf(byClient.values());
    }

    @Override
    protected void print(List<Connection> connections, Output out) {
        int index = 0;
        for (Connection connection : connections) {
            out.format(
                    "%04d  %-32s  %-22s  %-8s  %s",
                    ++index,
                    connection.clientId(),
                    connection.clientAddr(),
                    connection.language(),
                    ProtocolVersion.describe(connection.version()));
        }
    }
}
