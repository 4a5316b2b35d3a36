package io.ferrymq.namesrv.route;

import io.ferrymq.remoting.protocol.route.BrokerData;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Under which address a broker is shown to clients of which network, for brokers that are reached differently from inside and outside
 * (UP-011): {@code network/bits registered=shown}, as {@code 203.0.113.0/24 10.0.0.2:10911=198.51.100.7:30911}. The first rule that fits
 * counts; without one the registered address is shown.
 */
public final class AddressRules {
    public static final AddressRules NONE = new AddressRules(List.of());

    private final List<Rule> rules;

    private AddressRules(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    private record Rule(byte[] network, int bits, String registered, String shown) {
        boolean fits(byte[] client, String address) {
            return registered.equals(address) && client.length == network.length && samePrefix(client);
        }

        private boolean samePrefix(byte[] client) {
            for (int bit = 0; bit < bits; bit += Byte.SIZE) {
                int mask = 0xFF00 >> Math.min(Byte.SIZE, bits - bit);
                if (((client[bit / Byte.SIZE] ^ network[bit / Byte.SIZE]) & mask & 0xFF) != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    /** @throws IllegalArgumentException naming the rule that is none */
    public static AddressRules parse(List<String> texts) {
        return texts.isEmpty()
                ? NONE
                : new AddressRules(texts.stream().map(AddressRules::rule).toList());
    }

    /** For the check of the setting. */
    public static boolean areRules(List<String> texts) {
        try {
            parse(texts);
            return true;
        } catch (IllegalArgumentException notRules) {
            return false;
        }
    }

    private static Rule rule(String text) {
        String[] parts = text.trim().split("[ =]+");
        int slash = parts[0].indexOf('/');
        byte[] network = slash < 0 ? null : NetUtil.createByteArrayFromIpAddressString(parts[0].substring(0, slash));
        if (parts.length != 3 || network == null) {
            throw new IllegalArgumentException("'" + text + "' is not 'network/bits registered=shown'");
        }
        int bits = Integer.parseInt(parts[0].substring(slash + 1));
        if (bits < 0 || bits > network.length * Byte.SIZE) {
            throw new IllegalArgumentException(
                    "'" + text + "': found " + bits + " bits, allowed are 0 to " + network.length * Byte.SIZE);
        }
        return new Rule(network, bits, parts[1], parts[2]);
    }

    /** The address of a broker as a client is told it. */
    public String shown(InetAddress client, String address) {
        if (rules.isEmpty() || client == null || address == null) {
            return address;
        }
        byte[] from = client.getAddress();
        return rules.stream()
                .filter(rule -> rule.fits(from, address))
                .findFirst()
                .map(Rule::shown)
                .orElse(address);
    }

    public BrokerData shown(InetAddress client, BrokerData broker) {
        if (rules.isEmpty()) {
            return broker;
        }
        Map<Long, String> addresses = new LinkedHashMap<>();
        broker.brokerAddrs().forEach((id, address) -> addresses.put(id, shown(client, address)));
        return new BrokerData(
                broker.cluster(), broker.brokerName(), addresses, broker.zoneName(), broker.enableActingMaster());
    }

    public TopicRouteAnswer shown(InetAddress client, TopicRouteAnswer route) {
        if (rules.isEmpty()) {
            return route;
        }
        List<BrokerData> brokers = route.brokerDatas().stream()
                .map(broker -> shown(client, broker))
                .toList();
        return new TopicRouteAnswer(
                route.orderTopicConf(),
                route.queueDatas(),
                brokers,
                route.filterServerTable(),
                route.topicQueueMappingByBroker());
    }
}
