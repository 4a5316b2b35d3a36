package io.ferrymq.remoting;

import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.remoting.tls.TlsContexts;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The connections of a client, one an address. A connection that ends or fails is forgotten, so that the next call makes a new one. */
final class Connector implements AutoCloseable {
    /** Answers to pulls come in large pieces: whole ones need no copy. Four of these still fit a chunk of the allocator. */
    private static final int READ_MAX_BYTES = 128 << 10;

    private static final int RESOLVERS_MAX = 4;
    private static final int RESOLVE_QUEUE_MAX = 10_000;

    private final IoThreads threads;
    private final RemotingSettings settings;
    private final Dispatcher dispatcher;
    private final ConnectionWatcher watcher;
    private final CallAgain callAgain;
    // Null without TLS.
    private final SslContext tls;
    private final Map<String, Connecting> connections = new ConcurrentHashMap<>();
    // Looking a name up blocks; it must not do so on an event loop.
    private final ExecutorService resolvers;
    private volatile boolean closed;

    /** Told of a call that the peer at an address sends elsewhere. */
    interface CallAgain {
        void callAgain(String address, Connection connection, PendingCall call);
    }

    Connector(
            IoThreads threads,
            RemotingSettings settings,
            Dispatcher dispatcher,
            ConnectionWatcher watcher,
            CallAgain callAgain) {
        this.watcher = watcher;
        this.callAgain = callAgain;
        this.threads = threads;
        this.settings = settings;
        this.dispatcher = dispatcher;
        this.tls = settings.tls().clientEnabled() ? TlsContexts.client(settings.tls()) : null;
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                RESOLVERS_MAX,
                RESOLVERS_MAX,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(RESOLVE_QUEUE_MAX),
                task -> {
                    Thread thread = new Thread(task, "ferrymq-resolver");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        this.resolvers = pool;
    }

    Connecting connection(String address) {
        Connecting known = connections.get(address);
        if (known != null) {
            return known;
        }
        Connecting made = new Connecting();
        known = connections.putIfAbsent(address, made);
        if (known != null) {
            return known;
        }
        // Looked at after the address was put in: either this sees the end, or close() sees the address.
        if (closed) {
            failed(address, made, new IOException("this client is closed"));
        } else if (threads.isEnding()) {
            // Nobody would be left to tell that the connect failed.
            failed(address, made, new IOException("the event loops of this client have ended"));
        } else {
            connect(address, made);
        }
        return made;
    }

    private void connect(String address, Connecting made) {
        try {
            HostAndPort target = HostAndPort.parse(address);
            if (target.isLiteral()) {
                connect(target.resolve(), address, made);
            } else {
                resolvers.execute(() -> {
                    InetSocketAddress resolved = target.resolve();
                    if (resolved.isUnresolved()) {
                        failed(address, made, new IOException("host name '" + target.host() + "' is unknown"));
                    } else {
                        connect(resolved, address, made);
                    }
                });
            }
        } catch (RuntimeException e) {
            failed(address, made, e);
        }
    }

    private void connect(InetSocketAddress target, String address, Connecting made) {
        new Bootstrap()
                .group(threads.loops())
                .channel(threads.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, settings.connectTimeoutMs())
                .option(ChannelOption.ALLOCATOR, threads.allocator())
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, settings.waterMark())
                .option(ChannelOption.RECVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator(64, 2 << 10, READ_MAX_BYTES))
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        Connection connection = new Connection(
                                channel, settings, target, (moved, call) -> callAgain.callAgain(address, moved, call));
                        Pipelines.client(channel, settings, tls, dispatcher, connection);
                        channel.closeFuture().addListener(ended -> connections.remove(address, made));
                        channel.attr(ConnectionKey.KEY).set(connection);
                    }
                })
                .connect(target)
                .addListener((ChannelFuture done) -> {
                    if (done.isSuccess()) {
                        connected(address, done.channel(), made);
                    } else {
                        failed(address, made, done.cause());
                    }
                });
    }

    private void connected(String address, Channel channel, Connecting made) {
        if (made.complete(channel.attr(ConnectionKey.KEY).get())) {
            watcher.connected(address);
            channel.closeFuture().addListener(ended -> watcher.disconnected(address));
        } else {
            // Nobody wants it any more: the client was closed meanwhile.
            channel.close();
        }
    }

    /** Forgets the attempt before it tells, so that whoever tries again at once makes a new one. */
    private void failed(String address, Connecting made, Throwable cause) {
        connections.remove(address, made);
        made.completeExceptionally(cause);
    }

    /** The next call to the address makes a new connection; calls under way on this one go on. */
    void forget(String address, Connection connection) {
        Connecting known = connections.get(address);
        if (known != null && known.getNow(null) == connection) {
            connections.remove(address, known);
        }
    }

    void retainOnly(Set<String> addresses) {
        connections.keySet().stream()
                .filter(address -> !addresses.contains(address))
                .forEach(this::disconnect);
    }

    void disconnect(String address) {
        Connecting known = connections.remove(address);
        if (known != null) {
            known.thenAccept(Connection::close);
        }
    }

    void disconnectIfSilent(String address, long silentMinMs) {
        Connection connection = made(address);
        if (connection != null) {
            connection.endIfSilent(silentMinMs);
        }
    }

    boolean isConnected(String address) {
        Connection connection = made(address);
        return connection != null && connection.isActive();
    }

    // While a connection is being made, and until all who waited for it were told, nothing counts what waits for it:
    // one
    // request begins it, the others wait.
    boolean hasRoom(String address) {
        Connecting known = connections.get(address);
        if (known != null && !known.isQuiet()) {
            return false;
        }
        Connection connection = made(address);
        return connection == null || connection.hasRoom();
    }

    private Connection made(String address) {
        Connecting known = connections.get(address);
        return known == null || known.isCompletedExceptionally() ? null : known.getNow(null);
    }

    @Override
    public void close() {
        closed = true;
        resolvers.shutdownNow();
        connections.forEach((address, made) -> {
            failed(address, made, new IOException("this client is closed"));
            made.whenComplete((connection, failure) -> {
                if (connection != null) {
                    connection.close();
                }
            });
        });
    }
}
