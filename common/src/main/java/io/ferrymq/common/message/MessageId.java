package io.ferrymq.common.message;

import java.net.SocketAddress;
import java.util.Objects;

/** What an offset message id says: the broker that stored the message and where in its log. */
public class MessageId {
    private SocketAddress address;
    private long offset;

    public MessageId(SocketAddress address, long offset) {
        this.address = address;
        this.offset = offset;
    }

    public SocketAddress getAddress() {
        return address;
    }

    public void setAddress(SocketAddress address) {
        this.address = address;
    }

    public long getOffset() {
        return offset;
    }

    public void setOffset(long offset) {
        this.offset = offset;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageId that && offset == that.offset && Objects.equals(address, that.address);
    }

    @Override
    public int hashCode() {
        return Objects.hash(address, offset);
    }

    @Override
    public String toString() {
        return "MessageId [address=" + address + ", offset=" + offset + "]";
    }
}
