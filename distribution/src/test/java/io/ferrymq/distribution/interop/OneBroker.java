package io.ferrymq.distribution.interop;

import io.ferrymq.broker.Broker;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A nameserver and a broker of ours in this process, on free ports. */
final class OneBroker implements AutoCloseable {
    static final String CLUSTER = "DefaultCluster";
    static final String NAME = "broker-a";

    private final NameServer nameServer;
    private final Broker broker;

    private OneBroker(NameServer nameServer, Broker broker) {
        this.nameServer = nameServer;
        this.broker = broker;
    }

    static OneBroker start(Path folder) throws IOException {
        NameServer nameServer = NameServer.start(NamesrvConfig.embedded(folder.resolve("namesrv")));
        Map<String, String> settings = new HashMap<>();
        settings.put("listenPort", "0");
        settings.put("brokerIP1", "127.0.0.1");
        settings.put("brokerName", NAME);
        settings.put("brokerClusterName", CLUSTER);
        settings.put("namesrvAddr", nameServer.addressText());
        settings.put("storePathRootDir", folder.resolve("store").toString());
        settings.put("mappedFileSizeCommitLog", Integer.toString(16 << 20));
        settings.put("maxHashSlotNum", "1000");
        settings.put("maxIndexNum", "40000");
        return new OneBroker(nameServer, Broker.start(BrokerConfig.of(settings)));
    }

    String nameServer() {
        return nameServer.addressText();
    }

    String broker() {
        return broker.address();
    }

    @Override
    public void close() {
        broker.close();
        nameServer.close();
    }
}
