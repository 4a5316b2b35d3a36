package io.ferrymq.client.impl.calls;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.ReplyCallback;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingSendRequestException;
import io.ferrymq.remoting.exception.RemotingTimeoutException;
import io.ferrymq.remoting.exception.RemotingTooMuchRequestException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Requests to brokers. Each failure to reach one is told at once, so that a broker that has moved is found again; a connection on which calls
 * time out one after the other and nothing comes in between is given up, because a machine that has vanished closes nothing.
 */
public final class BrokerLink {
    /** From a call that timed out to another: longer than most pauses of a broker that lives, and of which others wait for answers. */
    private static final long SILENT_MIN_MS = 2_000;

    private static final long ROOM_CHECK_NANOS = 500_000;
    /** The future's own timer is coarse; this one is only there in case it is late. */
    private static final long GRACE_MS = 500;

    private final RemotingClient remoting;
    private final Consumer<String> unreachable;
    // The first call to an address that timed out since the last answer from there.
    private final Map<String, Long> silentSinceNanos = new ConcurrentHashMap<>();

    public BrokerLink(RemotingClient remoting, Consumer<String> unreachable) {
        this.remoting = remoting;
        this.unreachable = unreachable;
    }

    /** Sends a request and waits for the answer, whatever its code. */
    public Reply call(String address, Request<?> request, long timeoutMs)
            throws RemotingException, InterruptedException {
        CompletableFuture<Reply> future = callAsync(address, request, timeoutMs);
        try {
            return future.get(timeoutMs + GRACE_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new RemotingTimeoutException("no answer from " + address + " within " + timeoutMs + " ms", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RemotingException cause) {
                throw cause;
            }
            throw new RemotingException("call to " + address + " failed", e.getCause());
        }
    }

    /** Sends a request and waits for success. */
    public Reply require(String address, Request<?> request, long timeoutMs)
            throws RemotingException, InterruptedException, MQBrokerException {
        Reply reply = call(address, request, timeoutMs);
        if (!reply.isSuccess()) {
            throw refusal(reply, address);
        }
        return reply;
    }

    public static MQBrokerException refusal(Reply reply, String address) {
        return new MQBrokerException(reply.code(), reply.remark(), address);
    }

    public CompletableFuture<Reply> callAsync(String address, Request<?> request, long timeoutMs) {
        CompletableFuture<Reply> future = new CompletableFuture<>();
        callAsync(address, request, timeoutMs, new ReplyCallback() {
            @Override
            public void onReply(Reply reply) {
                future.complete(reply);
            }

            @Override
            public void onFailure(RemotingException cause) {
                future.completeExceptionally(cause);
            }
        });
        return future;
    }

    /** Never blocks; the callback runs on an event loop. */
    public void callAsync(String address, Request<?> request, long timeoutMs, ReplyCallback callback) {
        try {
            remoting.callAsync(address, request, timeoutMs, new Watched(address, callback));
        } catch (RejectedExecutionException e) {
            callback.onFailure(
                    new RemotingSendRequestException("this client is shut down, no request to " + address, e));
        }
    }

    private final class Watched implements ReplyCallback {
        private final String address;
        private final ReplyCallback callback;

        Watched(String address, ReplyCallback callback) {
            this.address = address;
            this.callback = callback;
        }

        @Override
        public void onReply(Reply reply) {
            if (!silentSinceNanos.isEmpty()) {
                silentSinceNanos.remove(address);
            }
            callback.onReply(reply);
        }

        @Override
        public boolean readsReplyAtOnce() {
            return callback.readsReplyAtOnce();
        }

        @Override
        public void onFailure(RemotingException cause) {
            failed(address, cause);
            callback.onFailure(cause);
        }
    }

    private void failed(String address, RemotingException cause) {
        if (cause instanceof RemotingTooMuchRequestException) {
            return;
        }
        if (cause instanceof RemotingTimeoutException) {
            timedOut(address);
        }
        unreachable.accept(address);
    }

    private void timedOut(String address) {
        long nowNanos = System.nanoTime();
        Long sinceNanos = silentSinceNanos.putIfAbsent(address, nowNanos);
        if (sinceNanos == null) {
            return;
        }
        long silentMs = TimeUnit.NANOSECONDS.toMillis(nowNanos - sinceNanos);
        if (silentMs >= SILENT_MIN_MS) {
            silentSinceNanos.remove(address, sinceNanos);
            // An answer that comes too late for its call shows, too, that somebody is there.
            remoting.disconnectIfSilent(address, silentMs);
        }
    }

    /**
     * Waits until a broker takes one-way requests: what does not fit any more would be lost without a word.
     *
     * @throws RemotingTooMuchRequestException when it does not within the time
     */
    public void awaitRoom(String address, long timeoutMs) throws RemotingTooMuchRequestException, InterruptedException {
        long startNanos = System.nanoTime();
        while (!remoting.hasRoom(address)) {
            if (System.nanoTime() - startNanos > TimeUnit.MILLISECONDS.toNanos(timeoutMs)) {
                throw new RemotingTooMuchRequestException("one-way requests wait to be taken by " + address
                        + ", there was no room for another within " + timeoutMs + " ms (sendMsgTimeout)");
            }
            LockSupport.parkNanos(ROOM_CHECK_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** Sends a request that is not answered. */
    public void oneway(String address, Request<?> request) {
        oneway(address, request, failure -> {});
    }

    /** @param notConnected told when the broker cannot be reached */
    public void oneway(String address, Request<?> request, Consumer<RemotingException> notConnected) {
        remoting.oneway(address, request, failure -> {
            unreachable.accept(address);
            notConnected.accept(failure);
        });
    }
}
