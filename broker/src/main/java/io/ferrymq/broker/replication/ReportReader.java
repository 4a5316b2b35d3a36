package io.ferrymq.broker.replication;

import io.netty.buffer.ByteBuf;

/** Puts a slave's reports together as they come. Only the last whole one counts. */
final class ReportReader {
    private long gathered;
    private int gatheredBytes;
    private long last;

    /** Reads all there is; returns whether at least one report became whole. */
    boolean read(ByteBuf in) {
        boolean found = false;
        int wholeBytes = (gatheredBytes + in.readableBytes()) / HaFrame.REPORT_BYTES * HaFrame.REPORT_BYTES;
        int skip = wholeBytes - HaFrame.REPORT_BYTES - gatheredBytes;
        if (skip > 0) {
            in.skipBytes(skip);
            gatheredBytes = 0;
            gathered = 0;
        }
        while (in.isReadable()) {
            gathered = gathered << Byte.SIZE | in.readUnsignedByte();
            if (++gatheredBytes == HaFrame.REPORT_BYTES) {
                last = gathered;
                gatheredBytes = 0;
                gathered = 0;
                found = true;
            }
        }
        return found;
    }

    long last() {
        return last;
    }
}
