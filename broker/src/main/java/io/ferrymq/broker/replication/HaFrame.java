package io.ferrymq.broker.replication;

import io.netty.buffer.ByteBuf;

/**
 * What goes over a replication link.
 *
 * <pre>
 *   slave to master:  | end of the slave's log 8 |
 *   master to slave:  | address of the first byte 8 | size 4 | bytes of the log |      size 0: a sign of life
 * </pre>
 */
final class HaFrame {
    static final int REPORT_BYTES = 8;
    static final int HEADER_BYTES = 12;

    private HaFrame() {}

    static void writeHeader(ByteBuf out, long address, int size) {
        out.writeLong(address);
        out.writeInt(size);
    }
}
