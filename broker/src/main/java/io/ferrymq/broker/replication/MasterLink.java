package io.ferrymq.broker.replication;

import io.ferrymq.store.LogReads;
import io.ferrymq.store.RawLog;
import io.ferrymq.store.StoreException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * A slave's connection to its master: reports where the own log ends, and appends what comes as it comes, also parts of frames. Everything
 * happens on the replication loop.
 */
final class MasterLink extends ChannelInboundHandlerAdapter {
    /** More than any master sends at once; a wrong size shows here, and not when memory or disk end. */
    private static final int BODY_MAX_BYTES = 64 << 20;

    private final LinkSettings settings;
    private final RawLog bytes;
    private final LogReads log;
    private final MasterFollower owner;
    private final RateSample rate = new RateSample();
    private ChannelHandlerContext context;

    // The frame that is coming.
    private long address;
    private long bodySize;
    private int headerBytes;
    private int bodyLeft;

    private boolean appended;
    private volatile boolean heard;
    private boolean closed;
    private boolean reportPending;
    private long readNanos = System.nanoTime();
    private long reportedNanos;
    private volatile long readMs;
    private volatile long reportedMs;

    MasterLink(LinkSettings settings, RawLog bytes, LogReads log, MasterFollower owner) {
        this.settings = settings;
        this.bytes = bytes;
        this.log = log;
        this.owner = owner;
    }

    /** When something came last, by the broker's clock. */
    long readMs() {
        return readMs;
    }

    /** Whether the master sends what follows the log here. From any thread. */
    boolean hasHeard() {
        return heard;
    }

    long reportedMs() {
        return reportedMs;
    }

    long bytesPerSecond() {
        return rate.bytesPerSecond();
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        context = active;
        readNanos = System.nanoTime();
        owner.connected(this);
        appended = false;
        reportWhenSafe();
    }

    private void report(long logEnd) {
        reportedNanos = System.nanoTime();
        reportedMs = owner.nowMs();
        ByteBuf out = context.alloc().directBuffer(HaFrame.REPORT_BYTES);
        out.writeLong(logEnd);
        context.writeAndFlush(out, context.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            readNanos = System.nanoTime();
            readMs = owner.nowMs();
            rate.add(in.readableBytes());
            while (in.isReadable() && !closed) {
                if (bodyLeft == 0) {
                    readHeader(in);
                } else {
                    readBody(in);
                }
            }
        } catch (StoreException e) {
            fail("bytes of the master cannot be stored: " + e.getMessage());
        } finally {
            in.release();
        }
    }

    private void readHeader(ByteBuf in) {
        while (in.isReadable() && headerBytes < HaFrame.HEADER_BYTES) {
            int octet = in.readUnsignedByte();
            if (headerBytes < Long.BYTES) {
                address = address << Byte.SIZE | octet;
            } else {
                bodySize = bodySize << Byte.SIZE | octet;
            }
            headerBytes++;
        }
        if (headerBytes == HaFrame.HEADER_BYTES) {
            check();
            headerBytes = 0;
            bodyLeft = closed ? 0 : (int) bodySize;
            bodySize = 0;
        }
    }

    // Before any byte of the body is taken: bytes in the wrong place would look like a log.
    private void check() {
        if (bodySize > BODY_MAX_BYTES) {
            fail("the master announces " + bodySize + " bytes in one frame, at most " + BODY_MAX_BYTES
                    + " are taken: no RocketMQ master speaks there");
            return;
        }
        long end = log.logEndOffset();
        boolean mayBegin = end == log.minPhysicalOffset() && address % bytes.segmentSizeBytes() == 0;
        if (address != end && !mayBegin) {
            fail("the master sends its log from " + address + " on, but the log here ends at " + end
                    + (end == log.minPhysicalOffset()
                            ? " and cannot begin in the middle of a file of " + bytes.segmentSizeBytes()
                                    + " bytes (mappedFileSizeCommitLog must be that of the master)"
                            : ""));
            return;
        }
        if (!heard) {
            heard = true;
            owner.heard(end, address);
        }
    }

    private void readBody(ByteBuf in) {
        int size = Math.min(in.readableBytes(), bodyLeft);
        bytes.appendRaw(address, in.nioBuffer(in.readerIndex(), size));
        in.skipBytes(size);
        address += size;
        bodyLeft -= size;
        appended = true;
    }

    /** One report for all that came in one go. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (appended && !closed) {
            appended = false;
            owner.appended();
            reportWhenSafe();
        }
    }

    private void reportWhenSafe() {
        long end = log.logEndOffset();
        if (!owner.forcesFirst()) {
            report(end);
        } else if (!reportPending) {
            reportPending = true;
            owner.whenForced(end, () -> context.executor().execute(() -> forced(end)), this::diskFailed);
        }
    }

    private void forced(long end) {
        reportPending = false;
        if (!closed) {
            report(end);
            if (log.logEndOffset() > end) {
                reportWhenSafe();
            }
        }
    }

    private void diskFailed() {
        context.executor().execute(() -> fail("what the master sent is not on disk: it is not acknowledged"));
    }

    /** By the clock: a sign of life, and the end of a master that gives none. */
    void tick(long nowNanos) {
        rate.sample(nowNanos);
        if (nowNanos - readNanos > settings.housekeepingNanos()) {
            fail("the master has said nothing for " + settings.housekeepingMs() + " ms (haHousekeepingInterval)");
        } else if (nowNanos - reportedNanos > settings.heartbeatNanos() && !reportPending) {
            report(owner.forcesFirst() ? log.flushedOffset() : log.logEndOffset());
        }
    }

    private void fail(String why) {
        if (!closed) {
            closed = true;
            owner.failed(why);
            context.close();
        }
    }

    void close() {
        closed = true;
        context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed = true;
        owner.disconnected(this, heard);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail("connection failed: " + cause.getMessage());
    }
}
