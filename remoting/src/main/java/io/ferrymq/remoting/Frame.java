package io.ferrymq.remoting;

import io.ferrymq.remoting.exception.RemotingException;
import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCountUtil;

/** A frame that is encoded already. */
final class Frame extends WriteItem {
    private final ByteBuf head;
    private final ByteBuf body;
    private final int sizeBytes;

    /** @param body written behind the head, or null */
    Frame(ByteBuf head, ByteBuf body) {
        this.head = head;
        this.body = body;
        this.sizeBytes = head.readableBytes() + (body == null ? 0 : body.readableBytes());
    }

    @Override
    int sizeBytes() {
        return sizeBytes;
    }

    @Override
    void write(Connection connection, long nowNanos) {
        connection.write(head);
        if (body != null) {
            connection.write(body);
        }
    }

    @Override
    void lost(RemotingException cause) {
        head.release();
        ReferenceCountUtil.release(body);
    }
}
