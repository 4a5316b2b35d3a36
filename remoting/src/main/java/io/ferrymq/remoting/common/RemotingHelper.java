package io.ferrymq.remoting.common;

import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Locale;

/** What applications take from the wire's tools: the character set of bodies, addresses as text, names of codes. */
public final class RemotingHelper {
    public static final String DEFAULT_CHARSET = "UTF-8";
    public static final String DEFAULT_CIDR_ALL = "0.0.0.0/0";

    private RemotingHelper() {}

    /** The host of {@code host:port}; empty for null. */
    public static String parseHostFromAddress(String address) {
        return address == null || address.isBlank()
                ? ""
                : HostAndPort.parse(address).host();
    }

    /** @param addr {@code host:port} */
    public static SocketAddress string2SocketAddress(String addr) {
        HostAndPort parsed = HostAndPort.parse(addr);
        return new InetSocketAddress(parsed.host(), parsed.port());
    }

    /** The address as {@code ip:port}; empty for null. */
    public static String parseSocketAddressAddr(SocketAddress socketAddress) {
        if (!(socketAddress instanceof InetSocketAddress inet)) {
            return socketAddress == null ? "" : socketAddress.toString();
        }
        return HostAndPort.format(
                inet.getAddress() == null
                        ? inet.getHostString()
                        : inet.getAddress().getHostAddress(),
                inet.getPort());
    }

    /** The port, or -1 for null. */
    public static Integer parseSocketAddressPort(SocketAddress socketAddress) {
        return socketAddress instanceof InetSocketAddress inet ? inet.getPort() : -1;
    }

    /** The code's name in small letters, or the number when it has none. */
    public static String getRequestCodeDesc(int code) {
        return small(RequestCode.nameOf(code), code);
    }

    /** The code's name in small letters, or the number when it has none. */
    public static String getResponseCodeDesc(int code) {
        return small(ResponseCode.nameOf(code), code);
    }

    private static String small(String name, int code) {
        return name.endsWith("_" + code) ? Integer.toString(code) : name.toLowerCase(Locale.ROOT);
    }
}
