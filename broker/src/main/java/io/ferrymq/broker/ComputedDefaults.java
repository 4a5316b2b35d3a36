package io.ferrymq.broker;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.StoreKeys;
import io.ferrymq.broker.config.StoreSettings;
import io.ferrymq.broker.net.AdvertisedAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;

/** What a broker takes for settings that are left empty, because it depends on the machine. */
public final class ComputedDefaults {
    private ComputedDefaults() {}

    /** The values in force of all such settings, by name. */
    public static Map<String, String> of(BrokerConfig config) {
        return Map.of(
                BrokerKeys.BROKER_NAME.name(), brokerName(config),
                BrokerKeys.BROKER_IP1.name(), AdvertisedAddress.of(config).host(),
                StoreKeys.STORE_PATH_ROOT_DIR.name(),
                        StoreSettings.rootDir(config).toString());
    }

    static String brokerName(BrokerConfig config) {
        String name = config.get(BrokerKeys.BROKER_NAME);
        return name.isEmpty() ? hostName() : name;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "DEFAULT_BROKER";
        }
    }
}
