package io.ferrymq.broker.net;

import io.ferrymq.broker.BrokerStartException;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.NetworkKeys;
import io.ferrymq.broker.config.ReplicationKeys;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.ListeningPort;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * The ports a broker takes: the main one, the fast one two below it, where pulls cannot keep sends waiting (spec: remoting 1.12), and that
 * for slaves, one above the main one unless configured.
 */
public record BrokerPorts(ListeningPort main, ListeningPort fast, ListeningPort ha) implements AutoCloseable {
    private static final int FAST_BELOW_MAIN = 2;
    private static final int PORT_MAX = 65_535;

    /**
     * Takes them all, or none.
     *
     * @param replication event loops of the port for slaves
     * @throws BrokerStartException naming port, role and key of the one that cannot be had
     */
    public static BrokerPorts take(IoThreads threads, IoThreads replication, BrokerConfig config) {
        int wanted = config.get(NetworkKeys.LISTEN_PORT);
        if (wanted != 0 && (wanted <= FAST_BELOW_MAIN || wanted == PORT_MAX)) {
            throw new BrokerStartException(
                    "listenPort " + wanted + ": the fast port is two below it and the port for slaves"
                            + " one above, so it must be from 3 to 65534");
        }
        InetAddress bind = bindAddress(config);
        List<ListeningPort> taken = new ArrayList<>();
        try {
            taken.add(take(threads, bind, wanted, "main port, key listenPort"));
            int fast = wanted == 0 ? 0 : wanted - FAST_BELOW_MAIN;
            taken.add(take(threads, bind, fast, "fast port, two below listenPort " + wanted));
            taken.add(takeForSlaves(replication, bind, config));
            return new BrokerPorts(taken.get(0), taken.get(1), taken.get(2));
        } catch (BrokerStartException e) {
            taken.forEach(ListeningPort::close);
            throw e;
        }
    }

    private static ListeningPort takeForSlaves(IoThreads threads, InetAddress bind, BrokerConfig config) {
        int configured = config.get(ReplicationKeys.HA_LISTEN_PORT);
        int main = config.get(NetworkKeys.LISTEN_PORT);
        if (configured != 0 || main == 0) {
            return take(threads, bind, configured, "port for slaves, key haListenPort");
        }
        return take(
                threads,
                bind,
                main + 1,
                "port for slaves, one above listenPort " + main + "; haListenPort sets another");
    }

    private static ListeningPort take(IoThreads threads, InetAddress bind, int port, String role) {
        try {
            return ListeningPort.take(threads, new InetSocketAddress(bind, port));
        } catch (IOException e) {
            throw new BrokerStartException("port " + port + " (" + role + ") cannot be had: " + e.getMessage(), e);
        }
    }

    private static InetAddress bindAddress(BrokerConfig config) {
        String text = config.get(NetworkKeys.BIND_ADDRESS);
        try {
            if (isWildcard(text)) {
                // All addresses of both families where the machine has both.
                return hasIpv6() ? InetAddress.getByName("::") : InetAddress.getByName("0.0.0.0");
            }
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new BrokerStartException("bindAddress '" + text + "' is no address of this machine: " + e, e);
        }
    }

    static boolean isWildcard(String bindAddress) {
        return "0.0.0.0".equals(bindAddress) || "::".equals(bindAddress);
    }

    private static boolean hasIpv6() {
        if (Boolean.getBoolean("java.net.preferIPv4Stack")) {
            return false;
        }
        try {
            return java.net.NetworkInterface.networkInterfaces()
                    .flatMap(java.net.NetworkInterface::inetAddresses)
                    .anyMatch(Inet6Address.class::isInstance);
        } catch (java.net.SocketException e) {
            return false;
        }
    }

    /** For the log: every port with its key. */
    public String describe() {
        return "main port " + main.port() + " (listenPort), fast port " + fast.port()
                + " (listenPort - 2), port for slaves " + ha.port() + " (haListenPort)";
    }

    @Override
    public void close() {
        ha.close();
        fast.close();
        main.close();
    }
}
