package io.ferrymq.distribution.admin;

import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** Whose an address is: a broker may be asked at another one than it is registered with, as 127.0.0.1 or its VIP port. */
public final class BrokerNames {
    private static final String NAME_KEY = "brokerName";

    private BrokerNames() {}

    /**
     * The names of brokers, as routes have them.
     *
     * @param addresses where they can be reached from here
     * @throws CommandFailed when one is not registered with its address and does not tell its name
     */
    public static Set<String> at(Admin admin, Collection<String> addresses) throws CommandFailed, InterruptedException {
        Collection<BrokerData> registered =
                admin.clusterInfo().brokerAddrTable().values();
        Set<String> names = new TreeSet<>();
        for (String address : addresses) {
            names.add(at(admin, registered, address));
        }
        return names;
    }

    private static String at(Admin admin, Collection<BrokerData> registered, String address)
            throws CommandFailed, InterruptedException {
        for (BrokerData broker : registered) {
            if (broker.brokerAddrs().containsValue(address)) {
                return broker.brokerName();
            }
        }
        String name = new PropertiesUpdate(
                        admin, address, RequestCode.GET_BROKER_CONFIG, RequestCode.UPDATE_BROKER_CONFIG)
                .read()
                .get(NAME_KEY);
        if (name == null) {
            throw new CommandFailed(address + " does not tell its " + NAME_KEY + ", is it a broker?");
        }
        return name;
    }
}
