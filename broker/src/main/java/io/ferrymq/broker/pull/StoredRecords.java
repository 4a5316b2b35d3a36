package io.ferrymq.broker.pull;

import io.ferrymq.store.LogSlices;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;

/**
 * Records on their way from the log's mapped files to the socket, not copied. When the bytes are written, or their connection is
 * gone, the files are let go of.
 */
public final class StoredRecords extends CompositeByteBuf {
    private final LogSlices slices;

    private StoredRecords(LogSlices slices) {
        super(
                UnpooledByteBufAllocator.DEFAULT,
                true,
                Math.max(2, slices.buffers().size()));
        this.slices = slices;
        for (ByteBuffer buffer : slices.buffers()) {
            addComponent(true, Unpooled.wrappedBuffer(buffer));
        }
    }

    /** Takes the slices over: they are closed with the buffer. */
    public static ByteBuf of(LogSlices slices) {
        return new StoredRecords(slices);
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        slices.close();
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
