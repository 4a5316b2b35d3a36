package io.ferrymq.broker.registration;

import io.ferrymq.common.net.HostAndPort;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Notices when a nameserver's host name leads to other addresses than before, so that the old connection is given up. */
final class NameRefresh {
    private final Consumer<String> disconnect;
    private final Map<String, Set<String>> known = new HashMap<>();

    NameRefresh(Consumer<String> disconnect) {
        this.disconnect = disconnect;
    }

    /** Looks the name up, which may take a moment; an address that is no name is left alone. */
    void refresh(String address) {
        Set<String> found = lookUp(HostAndPort.parse(address).host());
        if (found.isEmpty()) {
            return;
        }
        Set<String> before = known.put(address, found);
        if (before != null && before.stream().noneMatch(found::contains)) {
            disconnect.accept(address);
        }
    }

    private static Set<String> lookUp(String host) {
        if (host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || Character.isDigit(c))) {
            return Set.of();
        }
        try {
            return Arrays.stream(InetAddress.getAllByName(host))
                    .map(InetAddress::getHostAddress)
                    .collect(Collectors.toSet());
        } catch (UnknownHostException notNow) {
            // The connection that stands may still serve; the next call after it broke reports the name.
            return Set.of();
        }
    }
}
