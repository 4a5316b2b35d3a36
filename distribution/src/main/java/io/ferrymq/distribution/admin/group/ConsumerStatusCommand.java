package io.ferrymq.distribution.admin.group;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.body.Connection;
import io.ferrymq.remoting.protocol.body.ConsumerConnection;
import io.ferrymq.remoting.protocol.body.ConsumerRunningInfo;
import io.ferrymq.remoting.protocol.heartbeat.MessageModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "consumerStatus",
        aliases = "consumer",
        description = "Query consumer's internal data structure.",
        footer = {
            "",
            "Writes a file per consumer below the current folder, and what it finds wrong to the screen.",
            "",
            "Example: mqadmin consumerStatus -n 127.0.0.1:9876 -g Billing"
        })
public final class ConsumerStatusCommand extends ReadingCommand<ConsumerStatusCommand.Result> {
    private static final String ROW = "%-10s  %-40s  %-20s  %s";

    @Option(
            names = {"-g", "--consumerGroup"},
            required = true,
            description = "The consumer group.")
    private String group;

    @Option(
            names = {"-i", "--clientId"},
            description = "Only this consumer, on the screen.")
    private String clientId;

    @Option(
            names = {"-b", "--brokerAddr"},
            description = "Ask through this broker only. Default: all brokers")
    private String brokerAddr;

    @Option(
            names = {"-s", "--jstack"},
            description = "With the stacks of all threads.")
    private boolean jstack;

    /**
     * The consumers of a group.
     *
     * @param failed those that could not be asked, with the reason
     * @param findings what is wrong between them; empty when nothing is
     */
    public record Result(
            Map<String, ConsumerRunningInfo> clients,
            Map<String, String> versions,
            Map<String, String> failed,
            List<String> findings) {}

    @Override
    protected Result read(Admin admin) throws CommandFailed, InterruptedException {
        GroupView view = GroupView.at(admin, group.trim(), brokerAddr);
        if (clientId != null) {
            return new Result(
                    Map.of(clientId, view.runningInfo(clientId.trim(), jstack)), Map.of(), Map.of(), List.of());
        }
        ConsumerConnection connection = view.connectionOrFail();
        Map<String, ConsumerRunningInfo> clients = new TreeMap<>();
        Map<String, String> failed = new TreeMap<>();
        for (String id : GroupView.clientIds(connection)) {
            try {
                clients.put(id, view.runningInfo(id, jstack));
            } catch (CommandFailed e) {
                failed.put(id, e.getMessage());
            }
        }
        if (clients.isEmpty()) {
            throw new CommandFailed("none of the consumers of group '" + group + "' answers: " + failed);
        }
        Map<String, String> versions = connection.connectionSet().stream()
                .collect(Collectors.toMap(
                        Connection::clientId,
                        client -> ProtocolVersion.describe(client.version()),
                        (first, second) -> first));
        List<String> findings = new ArrayList<>(ConsumerFindings.differentSubscriptions(clients));
        if (failed.isEmpty() && findings.isEmpty() && connection.messageModel() == MessageModel.CLUSTERING) {
            findings.addAll(ConsumerFindings.unevenQueues(admin, clients));
        }
        findings.addAll(ConsumerFindings.stuckQueues(clients, System.currentTimeMillis()));
        return new Result(clients, versions, failed, findings);
    }

    @Override
    protected void print(Result result, Output out) {
        if (clientId != null) {
            result.clients().values().forEach(info -> out.line(RunningInfoText.of(info)));
            return;
        }
        Path folder = Path.of(String.valueOf(System.currentTimeMillis()));
        out.format(ROW, "#Index", "#ClientId", "#Version", "#ConsumerRunningInfoFile");
        int index = 0;
        for (Map.Entry<String, ConsumerRunningInfo> client : result.clients().entrySet()) {
            Path file = write(folder, client.getKey(), RunningInfoText.of(client.getValue()));
            out.format(ROW, ++index, client.getKey(), result.versions().get(client.getKey()), file);
        }
        for (Map.Entry<String, String> client : result.failed().entrySet()) {
            out.format(ROW, ++index, client.getKey(), result.versions().get(client.getKey()), client.getValue());
        }
        out.line("");
        result.findings().forEach(out::line);
        if (result.findings().isEmpty()) {
            out.line("Same subscription in the same group of consumer");
            out.line(result.failed().isEmpty() ? "Rebalance OK" : "Rebalance unknown: not all consumers answer");
        }
    }

    // The client has chosen its id: it must not choose a place in the file system.
    private static Path write(Path folder, String clientId, String text) {
        Path file = folder.resolve(clientId.replaceAll("[^A-Za-z0-9@#._-]", "_"));
        try {
            Files.createDirectories(folder);
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file.toAbsolutePath(), e);
        }
    }
}
