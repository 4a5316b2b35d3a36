package io.ferrymq.broker.replication;

import io.ferrymq.broker.pull.StoredRecords;
import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.store.LogReads;
import io.ferrymq.store.LogSlices;
import io.ferrymq.store.RawLog;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A connection to the port for slaves. Everything happens on the replication loop.
 *
 * <pre>
 *   CONNECTED -> FOLLOWING    by its first report, when the log has what follows
 *   CONNECTED, FOLLOWING -> CLOSED    by an impossible report, silence, or the end of the connection
 * </pre>
 *
 * Only a connection that is FOLLOWING counts as a slave.
 */
final class SlaveLink extends ChannelInboundHandlerAdapter {
    private static final long LIMIT_WAIT_MS = 10;

    private enum Stage {
        CONNECTED,
        FOLLOWING,
        CLOSED
    }

    private final LinkSettings settings;
    private final RawLog bytes;
    private final LogReads log;
    private final SlaveLinks owner;
    private final TransferLimit limit;
    private final ReportReader reports = new ReportReader();
    private final RateSample rate = new RateSample();
    private Stage stage = Stage.CONNECTED;
    private ChannelHandlerContext context;
    private String peer;
    private ReplicaState state;
    private long next;
    private long readNanos = System.nanoTime();
    private long writtenNanos = readNanos;
    private boolean isWaitingForLimit;

    SlaveLink(LinkSettings settings, RawLog bytes, LogReads log, SlaveLinks owner, TransferLimit limit) {
        this.settings = settings;
        this.bytes = bytes;
        this.log = log;
        this.owner = owner;
        this.limit = limit;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        peer = added.channel().remoteAddress() instanceof InetSocketAddress address
                ? HostAndPort.of(address).toString()
                : String.valueOf(added.channel().remoteAddress());
    }

    boolean isFollowing() {
        return stage == Stage.FOLLOWING;
    }

    /** Null until it follows. */
    ReplicaState state() {
        return state;
    }

    long bytesPerSecond() {
        return rate.bytesPerSecond();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            readNanos = System.nanoTime();
            if (stage == Stage.CLOSED || !reports.read(in)) {
                return;
            }
            if (stage == Stage.CONNECTED) {
                follow(reports.last());
            } else {
                acknowledge(reports.last());
            }
        } finally {
            in.release();
        }
    }

    private void follow(long logEnd) {
        long min = log.minPhysicalOffset();
        long max = log.logEndOffset();
        if (logEnd == 0) {
            next = Math.max(min, max - max % bytes.segmentSizeBytes());
        } else if (logEnd < 0) {
            refuse("it begins with " + logEnd + ", which is no log's end: no slave speaks there");
            return;
        } else if (logEnd < min) {
            refuse("its log ends at " + logEnd + ", this one begins at " + min
                    + ": what is between has been deleted here. Empty its store directory to have it begin anew");
            return;
        } else if (logEnd > max) {
            refuse("its log ends at " + logEnd + ", this one at " + max
                    + ": it is no copy of this one, or this one lost its end. Empty its store directory to have it"
                    + " begin anew, or make it the master");
            return;
        } else {
            next = logEnd;
        }
        stage = Stage.FOLLOWING;
        state = new ReplicaState(peer, logEnd, next, logEnd > 0 || max == 0, readNanos);
        owner.joined(this, max);
        transfer();
    }

    private void acknowledge(long logEnd) {
        if (logEnd < state.acknowledged() || logEnd > next) {
            refuse("it reports a log that ends at " + logEnd + " after " + state.acknowledged() + ", and has been sent"
                    + " bytes up to " + next + ": this is no slave's report");
            return;
        }
        state.acknowledge(logEnd, readNanos);
        owner.acknowledged();
    }

    private void refuse(String why) {
        owner.refused(peer, why);
        context.close();
    }

    /** Sends what the log has and the socket takes. */
    void transfer() {
        if (stage != Stage.FOLLOWING) {
            return;
        }
        long nowNanos = System.nanoTime();
        boolean wrote = false;
        while (next < log.logEndOffset() && context.channel().isWritable()) {
            int size = limit.allowed(settings.batchBytes(), nowNanos);
            if (size == 0) {
                awaitLimit();
                break;
            }
            LogSlices slices = bytes.rawSlice(next, size);
            if (slices.isEmpty()) {
                refuseWhatIsGone();
                break;
            }
            write(slices);
            wrote = true;
        }
        if (wrote) {
            state.sent(next, nowNanos);
            writtenNanos = nowNanos;
            context.flush();
        }
    }

    private void write(LogSlices slices) {
        int size = slices.totalBytes();
        ByteBuf header = context.alloc().directBuffer(HaFrame.HEADER_BYTES);
        HaFrame.writeHeader(header, next, size);
        context.write(header, context.voidPromise());
        context.write(StoredRecords.of(slices), context.voidPromise());
        next += size;
        limit.sent(size);
        rate.add(size);
    }

    private void awaitLimit() {
        if (!isWaitingForLimit) {
            isWaitingForLimit = true;
            context.executor()
                    .schedule(
                            () -> {
                                isWaitingForLimit = false;
                                transfer();
                            },
                            LIMIT_WAIT_MS,
                            TimeUnit.MILLISECONDS);
        }
    }

    private void refuseWhatIsGone() {
        long min = log.minPhysicalOffset();
        if (next < min) {
            refuse("it still needs the log from " + next + " on, which now begins at " + min
                    + ": the files between were deleted for want of space");
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            transfer();
        }
    }

    /** By the clock: signs of life, and the end of those that give none. */
    void tick(long nowNanos) {
        rate.sample(nowNanos);
        if (nowNanos - readNanos > settings.housekeepingNanos()) {
            owner.silent(peer, isFollowing());
            context.close();
        } else if (stage == Stage.FOLLOWING
                && nowNanos - writtenNanos > settings.heartbeatNanos()
                && context.channel().isWritable()) {
            ByteBuf frame = context.alloc().directBuffer(HaFrame.HEADER_BYTES);
            HaFrame.writeHeader(frame, next, 0);
            writtenNanos = nowNanos;
            context.writeAndFlush(frame, context.voidPromise());
        }
    }

    void close() {
        context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        boolean followed = isFollowing();
        stage = Stage.CLOSED;
        owner.left(this, followed);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        owner.failed(peer, cause, isFollowing());
        ctx.close();
    }

    /** The other end, for the log. */
    String peer() {
        return peer;
    }
}
