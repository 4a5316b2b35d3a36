package io.ferrymq.common.net;

/**
 * An address as configuration and protocol write it.
 *
 * @param host a name, an IPv4 address, or an IPv6 address without brackets
 * @param port 0 to 65535
 */
public record HostPort(String host, int port) {
    private static final int PORT_MAX = 65_535;

    public HostPort {
        if (host.isEmpty() || port < 0 || port > PORT_MAX) {
            throw new IllegalArgumentException(
                    "'" + host + ":" + port + "' is no address: a host and a port of 0 to 65535 are wanted");
        }
    }

    /**
     * Reads {@code host:port} or {@code [IPv6]:port}, blanks around it ignored.
     *
     * @throws IllegalArgumentException naming the text in quotes when it is neither
     */
    public static HostPort parse(String text) {
        String trimmed = text.trim();
        int colon = trimmed.lastIndexOf(':');
        boolean bracketed = trimmed.startsWith("[");
        if (colon < 1
                || (bracketed && trimmed.charAt(colon - 1) != ']')
                || (!bracketed && trimmed.indexOf(':') != colon)) {
            throw illegal(text);
        }
        String host = bracketed ? trimmed.substring(1, colon - 1) : trimmed.substring(0, colon);
        try {
            return new HostPort(host, Integer.parseInt(trimmed.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw illegal(text);
        }
    }

    private static IllegalArgumentException illegal(String text) {
        return new IllegalArgumentException("'" + text + "' is no address: host:port or [IPv6]:port is wanted");
    }

    /** Whether the host is an address already, so that making a socket address of it asks no name service. */
    public boolean isLiteral() {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || Character.isDigit(c));
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? '[' + host + ']' : host) + ':' + port;
    }
}
