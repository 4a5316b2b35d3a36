package io.ferrymq.distribution.admin;

import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.List;
import picocli.CommandLine.Option;

/** The mandatory choice of many commands: one broker by its address, or all masters of a cluster. */
public final class BrokerOrCluster {
    @Option(
            names = {"-b", "--brokerAddr"},
            required = true,
            description = "One broker, by its address, e.g. 192.0.2.10:10911.")
    private String brokerAddr;

    @Option(
            names = {"-c", "--clusterName"},
            required = true,
            description = "All masters of this cluster.")
    private String clusterName;

    /** The cluster's name, or null when one broker was given. */
    public String clusterName() {
        return clusterName;
    }

    /** The broker of the given address, or every broker of the cluster, masters before their slaves. */
    public List<BrokerAddress> brokers(Admin admin) throws CommandFailed, InterruptedException {
        return brokerAddr != null
                ? List.of(new BrokerAddress(brokerAddr.trim(), null, null))
                : BrokerAddress.allOf(admin.brokers(clusterName.trim()));
    }

    /** The addresses meant. */
    public List<String> masterAddresses(Admin admin) throws CommandFailed, InterruptedException {
        if (brokerAddr != null) {
            return List.of(brokerAddr.trim());
        }
        List<String> addresses = admin.masters(clusterName.trim()).stream()
                .map(BrokerData::masterAddr)
                .toList();
        if (addresses.isEmpty()) {
            throw new CommandFailed("cluster '" + clusterName + "' has no master at present");
        }
        return addresses;
    }
}
