package io.ferrymq.common.net;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A host name or address and a port, as in {@code broker-a:10911}, {@code 10.0.0.2:10911}, {@code [fe80::1]:10911}.
 *
 * @param host without brackets
 */
public record HostAndPort(String host, int port) {
    private static final int PORT_MAX = 65_535;

    public HostAndPort {
        Objects.requireNonNull(host, "host");
        if (port < 0 || port > PORT_MAX) {
            throw new IllegalArgumentException("port " + port + " of " + host + " is not from 0 to " + PORT_MAX);
        }
    }

    /**
     * Reads one address. An IPv6 address needs no brackets, because everything after the last colon is the port.
     *
     * @throws IllegalArgumentException that shows the text in quotes
     */
    public static HostAndPort parse(String text) {
        String trimmed = text.trim();
        int split = trimmed.lastIndexOf(':');
        if (split < 0) {
            throw illegal(text, "it has no port");
        }
        String host = hostOf(text, trimmed.substring(0, split));
        try {
            int port = Integer.parseInt(trimmed.substring(split + 1));
            if (port < 1 || port > PORT_MAX) {
                throw illegal(text, "its port is not from 1 to " + PORT_MAX);
            }
            return new HostAndPort(host, port);
        } catch (NumberFormatException e) {
            throw illegal(text, "its port is not a number");
        }
    }

    private static String hostOf(String text, String host) {
        boolean opens = host.startsWith("[");
        if (opens != host.endsWith("]")) {
            throw illegal(text, "its brackets do not match");
        }
        String bare = opens ? host.substring(1, host.length() - 1) : host;
        if (bare.isEmpty()) {
            throw illegal(text, "it has no host");
        }
        boolean v6 = bare.indexOf(':') >= 0;
        for (int i = 0; i < bare.length(); i++) {
            char c = bare.charAt(i);
            boolean plain = Character.isLetterOrDigit(c) || c == '.' || c == '-' || c == '_';
            if (!plain && !(v6 && (c == ':' || c == '%'))) {
                throw illegal(text, "its host has the character '" + c + "'");
            }
        }
        return bare;
    }

    private static IllegalArgumentException illegal(String text, String why) {
        return new IllegalArgumentException(
                "'" + text + "' is not an address like host:port, 10.0.0.2:9876 or [::1]:9876: " + why);
    }

    /**
     * Reads a list separated by {@code ;} or {@code ,}; blanks around addresses and empty pieces do no harm.
     *
     * @throws IllegalArgumentException that shows the offending piece in quotes
     */
    public static List<HostAndPort> parseList(String text) {
        List<HostAndPort> addresses = new ArrayList<>();
        for (String piece : text.split("[;,]")) {
            if (!piece.isBlank()) {
                addresses.add(parse(piece.trim()));
            }
        }
        return addresses;
    }

    public static HostAndPort of(InetSocketAddress address) {
        InetAddress resolved = address.getAddress();
        return new HostAndPort(resolved == null ? address.getHostString() : bareText(resolved), address.getPort());
    }

    /** The text of an address, an IPv6 one in brackets. */
    public static String hostText(InetAddress address) {
        return bracketed(bareText(address));
    }

    /** {@code host:port}, an IPv6 host in brackets. */
    public static String format(String host, int port) {
        return bracketed(host) + ":" + port;
    }

    private static String bareText(InetAddress address) {
        String text = address.getHostAddress();
        int scope = text.indexOf('%');
        // The scope names a card of this machine: it means nothing elsewhere.
        return address instanceof Inet6Address && scope >= 0 ? text.substring(0, scope) : text;
    }

    private static String bracketed(String host) {
        return host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    /** Whether the host is an address already, so that making a socket address of it asks no name service. */
    public boolean isLiteral() {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || Character.isDigit(c));
    }

    /** Looks the host up. */
    public InetSocketAddress resolve() {
        return new InetSocketAddress(host, port);
    }

    public InetSocketAddress unresolved() {
        return InetSocketAddress.createUnresolved(host, port);
    }

    @Override
    public String toString() {
        return format(host, port);
    }
}
