package io.ferrymq.store;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A host as records hold it: 4 or 16 address bytes, then the port in 4 bytes. Made once per connection.
 *
 * <pre>
 *   | address 4 or 16 | port 4 |
 * </pre>
 */
public final class HostBytes {
    public static final int IPV4_SIZE_BYTES = 8;
    public static final int IPV6_SIZE_BYTES = 20;

    private final byte[] encoded;

    private HostBytes(byte[] encoded) {
        this.encoded = encoded;
    }

    public static HostBytes of(InetAddress address, int port) {
        byte[] raw = address.getAddress();
        return new HostBytes(
                ByteBuffer.allocate(raw.length + 4).put(raw).putInt(port).array());
    }

    /** An unresolved address becomes 0.0.0.0, so that the record keeps its form. */
    public static HostBytes of(InetSocketAddress host) {
        InetAddress address = host.getAddress();
        return address == null
                ? new HostBytes(ByteBuffer.allocate(IPV4_SIZE_BYTES)
                        .putInt(4, host.getPort())
                        .array())
                : of(address, host.getPort());
    }

    /** Reads the host that stands at this place of a record. */
    public static HostBytes read(ByteBuffer record, int offset, boolean ipv6) {
        byte[] encoded = new byte[ipv6 ? IPV6_SIZE_BYTES : IPV4_SIZE_BYTES];
        record.get(offset, encoded);
        return new HostBytes(encoded);
    }

    public boolean isIpv6() {
        return encoded.length == IPV6_SIZE_BYTES;
    }

    public int sizeBytes() {
        return encoded.length;
    }

    public void writeTo(ByteBuffer target, int offset) {
        target.put(offset, encoded);
    }

    public InetSocketAddress toSocketAddress() {
        byte[] raw = Arrays.copyOf(encoded, encoded.length - 4);
        int port = ByteBuffer.wrap(encoded).getInt(encoded.length - 4);
        try {
            InetAddress address = isIpv6() ? Inet6Address.getByAddress(null, raw, -1) : InetAddress.getByAddress(raw);
            return new InetSocketAddress(address, port & 0xFFFF);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("address of " + raw.length + " bytes", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HostBytes that && Arrays.equals(encoded, that.encoded);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(encoded);
    }

    @Override
    public String toString() {
        InetSocketAddress host = toSocketAddress();
        return host.getAddress().getHostAddress() + ":" + host.getPort();
    }
}
