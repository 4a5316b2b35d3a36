package io.ferrymq.remoting;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Addresses as the protocol's texts show them. */
final class PeerText {
    private PeerText() {}

    static String of(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        String host = ip == null ? address.getHostString() : ip.getHostAddress();
        return (host.indexOf(':') >= 0 ? '[' + host + ']' : host) + ':' + address.getPort();
    }
}
