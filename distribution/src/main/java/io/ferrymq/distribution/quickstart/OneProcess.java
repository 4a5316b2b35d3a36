package io.ferrymq.distribution.quickstart;

import io.ferrymq.broker.Broker;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerSchema;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A nameserver and a broker for this machine alone. */
final class OneProcess {
    private OneProcess() {}

    static NameServer nameServer(int port, Path folder) throws IOException {
        return NameServer.start(NamesrvConfig.embedded(folder.resolve("namesrv"))
                .with(Map.of("listenPort", Integer.toString(port), "bindAddress", "127.0.0.1")));
    }

    static Broker broker(int port, String nameServer, Path folder) throws IOException {
        Map<String, String> settings = Map.of(
                "brokerClusterName",
                "DefaultCluster",
                "brokerName",
                "broker-a",
                "brokerIP1",
                "127.0.0.1",
                "listenPort",
                Integer.toString(port),
                "namesrvAddr",
                nameServer,
                "storePathRootDir",
                folder.resolve("store").toString());
        return Broker.start(BrokerConfig.of(BrokerSchema.create().defaults().override("quickstart", settings)));
    }
}
