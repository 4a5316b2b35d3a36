package io.ferrymq.client.impl.factory;

import io.ferrymq.client.ClientConfig;
import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.net.HostAndPort;
import java.util.List;

/**
 * What a client instance takes from the configuration of the first object that uses it.
 *
 * @param nameServers at least one {@code host:port}
 * @param addressServer where the nameservers come from, null when they are configured
 * @param apiTimeoutMs for heartbeats, routes, and other calls that no user gives a time for
 * @param useTls whether connections are protected; how, says the JVM's {@code tls.client…} properties
 * @param namespaceV2 sent along with each request; null for none
 * @param streaming whether requests are marked as those of a stream
 */
public record ClientSettings(
        String clientId,
        List<String> nameServers,
        AddressServer addressServer,
        long pollNameServerIntervalMs,
        long heartbeatIntervalMs,
        long persistOffsetsIntervalMs,
        long apiTimeoutMs,
        int callbackThreads,
        boolean useTls,
        String namespaceV2,
        boolean streaming) {
    public ClientSettings {
        nameServers = List.copyOf(nameServers);
    }

    /** @throws MQClientException when no nameserver is configured, or an address or a number cannot be used */
    public static ClientSettings of(ClientConfig config) throws MQClientException {
        String configured = config.getNamesrvAddr();
        AddressServer addressServer =
                configured == null || configured.isBlank() ? AddressServer.configured(config.getUnitName()) : null;
        return new ClientSettings(
                config.buildMQClientId(),
                addressServer == null ? parseNameServers(configured) : addressServer.ask(),
                addressServer,
                positive("pollNameServerInterval", config.getPollNameServerInterval()),
                positive("heartbeatBrokerInterval", config.getHeartbeatBrokerInterval()),
                positive("persistConsumerOffsetInterval", config.getPersistConsumerOffsetInterval()),
                positive("mqClientApiTimeout", config.getMqClientApiTimeout()),
                positive("clientCallbackExecutorThreads", config.getClientCallbackExecutorThreads()),
                config.isUseTLS(),
                config.getNamespaceV2(),
                config.isEnableStreamRequestType());
    }

    /** Addresses separated by {@code ;} or {@code ,}; of an URL the part behind the last slash. */
    public static List<String> parseNameServers(String text) throws MQClientException {
        String bare = text == null ? "" : text.trim();
        if (bare.startsWith("http://") || bare.startsWith("https://")) {
            bare = bare.substring(bare.lastIndexOf('/') + 1);
        }
        List<String> addresses;
        try {
            addresses = HostAndPort.parseList(bare).stream()
                    .map(HostAndPort::toString)
                    .distinct()
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new MQClientException(
                    ClientErrorCode.NO_NAME_SERVER_EXCEPTION, "namesrvAddr '" + text + "': " + e.getMessage(), e);
        }
        if (addresses.isEmpty()) {
            throw new MQClientException(
                    ClientErrorCode.NO_NAME_SERVER_EXCEPTION,
                    "No name server address: call setNamesrvAddr(\"host:9876\"), or set the system property"
                            + " rocketmq.namesrv.addr or the environment variable NAMESRV_ADDR");
        }
        return addresses;
    }

    private static int positive(String key, int value) throws MQClientException {
        if (value <= 0) {
            throw new MQClientException(key + " is " + value + ", it must be at least 1", null);
        }
        return value;
    }
}
