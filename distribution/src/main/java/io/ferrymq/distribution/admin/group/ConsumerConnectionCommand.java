package io.ferrymq.distribution.admin.group;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.body.Connection;
import io.ferrymq.remoting.protocol.body.ConsumerConnection;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.Comparator;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "consumerConnection",
        description = "Query consumer's socket connection, client version and subscription.",
        footer = {"", "Example: mqadmin consumerConnection -n 127.0.0.1:9876 -g Billing"})
public final class ConsumerConnectionCommand extends ReadingCommand<ConsumerConnection> {
    private static final String CLIENT_ROW = "%-36s  %-22s  %-10s  %s";
    private static final String SUBSCRIPTION_ROW = "%-20s  %s";

    @Option(
            names = {"-g", "--consumerGroup"},
            required = true,
            description = "The consumer group.")
    private String group;

    @Option(
            names = {"-b", "--brokerAddr"},
            description = "Only as this broker sees it. Default: all brokers")
    private String brokerAddr;

    @Override
    protected ConsumerConnection read(Admin admin) throws CommandFailed, InterruptedException {
        return GroupView.at(admin, group.trim(), brokerAddr).connectionOrFail();
    }

    @Override
    protected void print(ConsumerConnection connection, Output out) {
        out.format(CLIENT_ROW, "#ClientId", "#ClientAddr", "#Language", "#Version");
        connection.connectionSet().stream()
                .sorted(Comparator.comparing(Connection::clientId).thenComparing(Connection::clientAddr))
                .forEach(client -> out.format(
                        CLIENT_ROW,
                        client.clientId(),
                        client.clientAddr(),
                        client.language(),
                        ProtocolVersion.describe(client.version())));
        long ids = GroupView.clientIds(connection).size();
        if (ids < connection.connectionSet().size()) {
            out.format(
                    "WARN: %d connections share %d client ids: clients with the same id take each other's queues",
                    connection.connectionSet().size(), ids);
        }
        out.line("");
        out.line("Below is subscription:");
        out.format(SUBSCRIPTION_ROW, "#Topic", "#SubExpression");
        for (SubscriptionData subscription : new TreeMap<>(connection.subscriptionTable()).values()) {
            out.format(SUBSCRIPTION_ROW, subscription.topic(), subscription.subString());
        }
        out.line("");
        out.format("ConsumeType: %s", connection.consumeType());
        out.format("MessageModel: %s", connection.messageModel());
        out.format("ConsumeFromWhere: %s", connection.consumeFromWhere());
    }
}
