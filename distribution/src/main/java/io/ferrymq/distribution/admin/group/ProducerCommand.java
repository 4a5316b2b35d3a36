package io.ferrymq.distribution.admin.group;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.HumanTime;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ProducerInfo;
import io.ferrymq.remoting.protocol.body.ProducerTableInfo;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "producer",
        description = "Query the instances of all producer groups that a broker knows.",
        footer = {"", "Example: mqadmin producer -b 127.0.0.1:10911"})
public final class ProducerCommand extends ReadingCommand<Map<String, List<ProducerInfo>>> {
    private static final String ROW = "%-32s  %-36s  %-22s  %-8s  %-10s  %s";

    @Option(
            names = {"-b", "--broker"},
            required = true,
            description = "The broker's address, e.g. 192.0.2.10:10911.")
    private String broker;

    @Override
    protected Map<String, List<ProducerInfo>> read(Admin admin) throws CommandFailed, InterruptedException {
        byte[] body = admin.call(broker.trim(), Request.of(RequestCode.GET_ALL_PRODUCER_INFO))
                .body();
        return new TreeMap<>(Json.decode(body, ProducerTableInfo.class).data());
    }

    @Override
    protected void print(Map<String, List<ProducerInfo>> groups, Output out) {
        out.format(ROW, "#Producer Group", "#ClientId", "#ClientAddr", "#Language", "#Version", "#LastHeartbeat");
        groups.forEach((group, instances) -> instances.forEach(instance -> out.format(
                ROW,
                group,
                instance.clientId(),
                instance.remoteIP(),
                instance.language(),
                ProtocolVersion.describe(instance.version()),
                HumanTime.seconds(instance.lastUpdateTimestamp()))));
    }
}
