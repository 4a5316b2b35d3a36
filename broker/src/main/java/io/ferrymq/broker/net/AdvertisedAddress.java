package io.ferrymq.broker.net;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.NetworkKeys;
import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.common.net.LocalAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Under which address this broker tells others to reach it.
 *
 * @param host name or address for clients, as configured or chosen
 * @param haHost the same for slaves
 * @param resolved what {@code host} leads to here: records and message ids hold an address, never a name
 */
public record AdvertisedAddress(String host, String haHost, InetAddress resolved) {
    private static final Logger LOG = LoggerFactory.getLogger(AdvertisedAddress.class);
    private static final int CONNECT_TIMEOUT_MS = 3_000;

    /** {@code brokerIP1}, else the one address the broker listens on, else the best of the machine. */
    public static AdvertisedAddress of(BrokerConfig config) {
        String host = bare(config.get(BrokerKeys.BROKER_IP1));
        String bind = config.get(NetworkKeys.BIND_ADDRESS);
        if (host.isEmpty() && !BrokerPorts.isWildcard(bind)) {
            host = bare(bind);
        }
        if (host.isEmpty()) {
            LocalAddress local = LocalAddress.find();
            LOG.info("address of this broker: {}; brokerIP1 sets another one", local.describe());
            host = bare(HostAndPort.hostText(local.chosen()));
        }
        String haHost = bare(config.get(BrokerKeys.BROKER_IP2));
        return new AdvertisedAddress(host, haHost.isEmpty() ? host : haHost, resolve(host));
    }

    private static String bare(String host) {
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return bracketed ? host.substring(1, host.length() - 1) : host;
    }

    private static InetAddress resolve(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            InetAddress local = LocalAddress.choose();
            LOG.warn(
                    "brokerIP1 '{}' is not known here: clients get it as it is, message ids say {}",
                    host,
                    local.getHostAddress());
            return local;
        }
    }

    /**
     * Connects to the address as a client would, and warns when that does not work. May take seconds.
     *
     * @param serving whether the broker is not being closed meanwhile
     */
    public static void check(String address, BooleanSupplier serving) {
        HostAndPort target = HostAndPort.parse(address);
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(target.host(), target.port()), CONNECT_TIMEOUT_MS);
        } catch (IOException e) {
            if (!serving.getAsBoolean()) {
                return;
            }
            LOG.warn(
                    "this broker cannot reach itself at {} ({}): clients will probably not either; set brokerIP1 to an"
                            + " address or name they can reach",
                    address,
                    e.getMessage());
        }
    }
}
