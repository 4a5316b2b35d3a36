package io.ferrymq.common.net;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Chooses the address by which others reach this machine: the same one at each start, with virtual and bridge cards last.
 *
 * @param chosen the best candidate
 * @param candidates all addresses, best first
 */
public record LocalAddress(InetAddress chosen, List<Candidate> candidates) {
    private static final List<String> VIRTUAL_PREFIXES = List.of(
            "docker", "br-", "virbr", "veth", "cni", "flannel", "cali", "kube", "lxc", "lxd", "podman", "vmnet", "vbox",
            "tun", "tap", "utun", "zt", "dummy", "ifb", "awdl", "llw");

    public LocalAddress {
        candidates = List.copyOf(candidates);
    }

    /** One address of one card. Lower rank is better. */
    public record Candidate(String card, int cardIndex, InetAddress address, boolean virtual) {
        int rank() {
            int unusable = address.isLoopbackAddress() ? 4 : address.isLinkLocalAddress() ? 2 : 0;
            return unusable + (virtual ? 1 : 0);
        }

        @Override
        public String toString() {
            return HostAndPort.hostText(address) + " (" + card + ")";
        }
    }

    private static final Comparator<Candidate> BEST_FIRST = Comparator.comparingInt(Candidate::rank)
            .thenComparing(candidate -> !(candidate.address instanceof Inet4Address))
            .thenComparingInt(Candidate::cardIndex)
            .thenComparing(Candidate::card)
            .thenComparing(candidate -> candidate.address.getHostAddress());

    /** The address to advertise; the loopback one when the machine has no other. */
    public static InetAddress choose() {
        return find().chosen();
    }

    /** How others on the network connect to what listens there: a wildcard stands for all addresses, of which this names the chosen one. */
    public static HostAndPort reachable(InetSocketAddress listening) {
        InetAddress bound = listening.getAddress();
        return HostAndPort.of(new InetSocketAddress(bound.isAnyLocalAddress() ? choose() : bound, listening.getPort()));
    }

    /** Looks at all cards that are up. */
    public static LocalAddress find() {
        return of(cards());
    }

    /** Puts candidates in order. */
    static LocalAddress of(List<Candidate> candidates) {
        List<Candidate> sorted = candidates.stream().sorted(BEST_FIRST).toList();
        InetAddress chosen = sorted.isEmpty()
                ? InetAddress.getLoopbackAddress()
                : sorted.get(0).address();
        return new LocalAddress(chosen, sorted);
    }

    private static List<Candidate> cards() {
        List<Candidate> found = new ArrayList<>();
        try {
            for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
                if (card.isUp()) {
                    boolean virtual = card.isVirtual() || card.isPointToPoint() || isVirtualName(card.getName());
                    card.getInterfaceAddresses()
                            .forEach(address -> found.add(
                                    new Candidate(card.getName(), card.getIndex(), address.getAddress(), virtual)));
                }
            }
        } catch (SocketException e) {
            // A machine that hides its cards still has the loopback address: what was found so far decides.
            found.add(new Candidate("unknown", Integer.MAX_VALUE, InetAddress.getLoopbackAddress(), true));
        }
        return found;
    }

    static boolean isVirtualName(String card) {
        String lower = card.toLowerCase(Locale.ROOT);
        return VIRTUAL_PREFIXES.stream().anyMatch(lower::startsWith);
    }

    /** For the log: what was chosen out of what. */
    public String describe() {
        return HostAndPort.hostText(chosen) + ", chosen from "
                + candidates.stream().map(Candidate::toString).collect(Collectors.joining(", ", "[", "]"));
    }
}
