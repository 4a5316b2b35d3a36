package io.ferrymq.distribution.admin.broker;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.BrokerAddress;
import io.ferrymq.distribution.admin.BrokerOrCluster;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.KVTable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

/** What brokers tell of themselves, by address: of a cluster all its brokers, slaves included. */
@Command(
        name = "brokerStatus",
        description = "Fetch broker runtime status data.",
        footer = {"", "Example: mqadmin brokerStatus -n 127.0.0.1:9876 -b 127.0.0.1:10911"})
public final class BrokerStatusCommand extends ReadingCommand<Map<String, Map<String, String>>> {
    @ArgGroup(exclusive = true, multiplicity = "1")
    private BrokerOrCluster target;

    @Override
    protected Map<String, Map<String, String>> read(Admin admin) throws CommandFailed, InterruptedException {
        Map<String, Map<String, String>> status = new LinkedHashMap<>();
        for (BrokerAddress broker : target.brokers(admin)) {
            byte[] table = admin.call(broker.address(), Request.of(RequestCode.GET_BROKER_RUNTIME_INFO))
                    .body();
            status.put(
                    broker.address(),
                    new TreeMap<>(Json.decode(table, KVTable.class).table()));
        }
        return status;
    }

    @Override
    protected void print(Map<String, Map<String, String>> status, Output out) {
        boolean ofCluster = target.clusterName() != null;
        status.forEach((address, values) -> values.forEach((key, value) -> {
            if (ofCluster) {
                out.format("%-24s %-32s: %s", address, key, value);
            } else {
                out.format("%-32s: %s", key, value);
            }
        }));
    }
}
