package io.ferrymq.remoting;

import io.ferrymq.remoting.exception.RemotingConnectException;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingSendRequestException;
import io.ferrymq.remoting.exception.RemotingTimeoutException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Calls peers by address, over one connection each, made when first needed. No lock is held while connecting: an address that hangs
 * delays only its own calls.
 */
public final class RemotingClient implements AutoCloseable {
    private final Connector connector;
    private final Hooks hooks = new Hooks();

    /** @param handlers serves what peers ask on the connections this side made */
    public RemotingClient(IoThreads threads, RemotingSettings settings, HandlerTable handlers) {
        this(threads, settings, handlers, ConnectionWatcher.NONE);
    }

    /**
     * @param handlers serves what peers ask on the connections this side made
     * @param watcher told of each connection that is made and that ends
     */
    public RemotingClient(
            IoThreads threads, RemotingSettings settings, HandlerTable handlers, ConnectionWatcher watcher) {
        Dispatcher dispatcher = new Dispatcher(handlers, () -> {}, () -> false);
        this.connector = new Connector(threads, settings, dispatcher, watcher, this::callAgain);
    }

    public void registerHook(RPCHook hook) {
        hooks.add(hook);
    }

    /**
     * Sends a request and waits for the answer.
     *
     * @param address {@code host:port}; host a name, IPv4 or {@code [IPv6]}; names are resolved at each connect
     * @param timeoutMs for connecting and answering together
     * @throws RemotingConnectException when no connection could be made
     * @throws RemotingSendRequestException when the connection broke
     * @throws RemotingTimeoutException when the time was over; the peer may have done the work
     * @throws InterruptedException when the caller was interrupted; the answer is dropped
     */
    public Reply call(String address, Request<?> request, long timeoutMs)
            throws RemotingException, InterruptedException {
        CompletableFuture<Reply> future = callAsync(address, request, timeoutMs);
        try {
            // The call's own timer is coarse; the caller gets its answer on time.
            return future.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new RemotingTimeoutException("no answer from " + address + " within " + timeoutMs + " ms", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RemotingException cause) {
                throw cause;
            }
            throw new RemotingException("call to " + address + " failed", e.getCause());
        }
    }

    public CompletableFuture<Reply> callAsync(String address, Request<?> request, long timeoutMs) {
        FutureCallback future = new FutureCallback();
        callAsync(address, request, timeoutMs, future);
        return future.future();
    }

    /** Sends a request and tells of its end on an event loop; never blocks. */
    public void callAsync(String address, Request<?> request, long timeoutMs, ReplyCallback callback) {
        if (hooks.isEmpty()) {
            send(address, request, timeoutMs, callback, true);
        } else {
            Hooks.Hooked hooked = hooks.apply(address, request, callback);
            send(address, hooked.request(), timeoutMs, hooked.callback(), true);
        }
    }

    /** Sends a request that is not answered; never blocks. Fails silently when the address cannot be reached. */
    public void oneway(String address, Request<?> request) {
        oneway(address, request, failure -> {});
    }

    /**
     * Sends a request that is not answered; never blocks.
     *
     * @param notConnected told when the address cannot be reached; what happens to the request later nobody knows
     */
    public void oneway(String address, Request<?> request, Consumer<RemotingConnectException> notConnected) {
        Request<?> hooked =
                hooks.isEmpty() ? request : hooks.apply(address, request, null).request();
        Connecting connecting = connector.connection(address);
        Connection free = connecting.free();
        if (free != null) {
            free.oneway(hooked);
            return;
        }
        connecting.inOrder((connection, failure) -> {
            if (failure == null) {
                connection.oneway(hooked);
            } else {
                notConnected.accept(notConnected(address, failure));
            }
        });
    }

    private static RemotingConnectException notConnected(String address, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return new RemotingConnectException("connect to " + address + " failed: " + SystemReason.of(cause), cause);
    }

    // Once more over a new connection; a second GO_AWAY is the caller's answer (spec: remoting 1.11).
    private void callAgain(String address, Connection connection, PendingCall call) {
        connector.forget(address, connection);
        send(address, call.request(), call.timeoutMs(), call.callback(), false);
    }

    private void send(String address, Request<?> request, long timeoutMs, ReplyCallback callback, boolean mayMove) {
        Connecting connecting = connector.connection(address);
        Connection free = connecting.free();
        if (free != null) {
            free.call(request, timeoutMs, callback, mayMove);
            return;
        }
        long startNanos = System.nanoTime();
        // Either the time is over first or the connection is made: whoever ends this future speaks.
        CompletableFuture<Void> patience = new CompletableFuture<Void>().orTimeout(timeoutMs, TimeUnit.MILLISECONDS);
        patience.whenComplete((ended, timeout) -> {
            if (timeout != null) {
                callback.onFailure(tooLate(address, timeoutMs));
            }
        });
        connecting.inOrder((connection, failure) -> {
            if (!patience.complete(null)) {
                return;
            }
            long restMs = timeoutMs - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
            if (failure != null) {
                callback.onFailure(notConnected(address, failure));
            } else if (restMs <= 0) {
                callback.onFailure(tooLate(address, timeoutMs));
            } else {
                connection.call(request, restMs, callback, mayMove);
            }
        });
    }

    private static RemotingConnectException tooLate(String address, long timeoutMs) {
        return new RemotingConnectException("no connection to " + address + " within " + timeoutMs + " ms");
    }

    /** Closes the connections to all addresses but these, as after a change of the nameserver list. */
    public void retainOnly(Set<String> addresses) {
        connector.retainOnly(addresses);
    }

    /** Closes the connection to an address, if there is one. */
    public void disconnect(String address) {
        connector.disconnect(address);
    }

    /**
     * Gives up the connection to an address if nothing at all came over it for so long; calls that wait fail.
     *
     * @param silentMinMs so long at least
     */
    public void disconnectIfSilent(String address, long silentMinMs) {
        connector.disconnectIfSilent(address, silentMinMs);
    }

    /** Whether a connection to the address stands now. */
    public boolean isConnected(String address) {
        return connector.isConnected(address);
    }

    /** False while the connection is being made, or so much waits for the peer that one-way requests had better wait, too. */
    public boolean hasRoom(String address) {
        return connector.hasRoom(address);
    }

    /** Closes all connections; calls under way fail, later ones too. */
    @Override
    public void close() {
        connector.close();
    }
}
