package io.ferrymq.remoting;

import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.remoting.codec.CommandHeader;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingSendRequestException;
import io.ferrymq.remoting.exception.RemotingTimeoutException;
import io.ferrymq.remoting.exception.RemotingTooMuchRequestException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of one connection that wait for their answers. Event loop only; a call ends exactly once because it is taken out first. */
final class PendingCalls {
    private static final Logger LOG = LoggerFactory.getLogger(PendingCalls.class);
    private static final long SCAN_INTERVAL_MS = 100;
    /** Scans further apart than this mean that this process stood still, and that answers may wait to be read. */
    private static final long SCANS_APART_MAX_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int CALLS_MAX = 65_535;

    private final Connection connection;
    private final EventLoop loop;
    private final InetSocketAddress remote;
    private final MovedCalls moved;
    private final CallTable calls = new CallTable();
    private boolean scanning;
    private long scannedNanos;
    private boolean closed;

    /** @param moved told of calls that the peer sends elsewhere; null when they take that for their answer */
    PendingCalls(Connection connection, EventLoop loop, InetSocketAddress remote, MovedCalls moved) {
        this.connection = connection;
        this.loop = loop;
        this.remote = remote;
        this.moved = moved;
    }

    /**
     * Takes a call in; one that cannot be taken has failed.
     *
     * @return whether its request is to be sent
     */
    boolean add(PendingCall call) {
        if (closed) {
            call.fail(new RemotingSendRequestException("connection to " + HostAndPort.of(remote) + " is closed"));
            return false;
        }
        if (calls.size() >= CALLS_MAX) {
            call.fail(new RemotingTooMuchRequestException(calls.size() + " calls to " + HostAndPort.of(remote)
                    + " wait for their answers, the limit is " + CALLS_MAX));
            return false;
        }
        PendingCall lost = calls.put(call);
        if (lost != null) {
            // 2^32 calls later the numbers come again.
            lost.fail(new RemotingSendRequestException(
                    "no answer from " + HostAndPort.of(remote) + " to call " + lost.opaque()));
        }
        if (!scanning) {
            scanning = true;
            scannedNanos = System.nanoTime();
            scheduleScan();
        }
        return true;
    }

    void complete(CommandHeader header, ByteBuf body) {
        PendingCall call = calls.remove(header.opaque());
        if (call == null) {
            LOG.debug("answer {} from {} came after its call had ended", header.opaque(), remote);
            return;
        }
        if (header.code() == ResponseCode.GO_AWAY && moved != null && call.mayMove()) {
            moved.moved(connection, call);
            return;
        }
        boolean atOnce = call.callback().readsReplyAtOnce();
        call.reply(new Reply(
                header.code(),
                header.remark(),
                header.version(),
                atOnce ? header.fields() : header.fields().detach(),
                atOnce || !body.isReadable() ? body : Unpooled.wrappedBuffer(ByteBufUtil.getBytes(body))));
    }

    void fail(PendingCall call, RemotingException cause) {
        if (calls.get(call.opaque()) == call) {
            calls.remove(call.opaque());
            call.fail(cause);
        }
    }

    void failAll(RemotingException cause) {
        closed = true;
        List<PendingCall> ended = new ArrayList<>(calls.size());
        calls.forEach(ended::add);
        calls.clear();
        ended.forEach(call -> call.fail(cause));
    }

    private void scheduleScan() {
        loop.schedule(this::scan, SCAN_INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    // Runs only while calls are waiting: an idle connection costs nothing.
    private void scan() {
        long nowNanos = System.nanoTime();
        List<PendingCall> overdue = new ArrayList<>();
        calls.forEach(call -> {
            if (call.isOverdue(nowNanos)) {
                overdue.add(call);
            }
        });
        for (PendingCall call : overdue) {
            fail(
                    call,
                    new RemotingTimeoutException("no answer from " + HostAndPort.of(remote) + " to "
                            + RequestCode.nameOf(call.code()) + " within " + call.timeoutMs() + " ms"));
        }
        if (!overdue.isEmpty() && nowNanos - scannedNanos < SCANS_APART_MAX_NANOS) {
            connection.unanswered();
        }
        scannedNanos = nowNanos;
        scanning = calls.size() > 0;
        if (scanning) {
            scheduleScan();
        }
    }
}
