package io.ferrymq.remoting;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Listens on one or more ports, each with a table of its own. */
public final class RemotingServer implements AutoCloseable {
    private final IoThreads threads;
    private final RemotingSettings settings;
    private final Runnable afterBurst;
    private final Consumer<Connection> onConnected;
    private final List<ListeningPort> listening = new CopyOnWriteArrayList<>();
    private final ServerTls tls;
    // Stays closed: a connection that is accepted while this server closes is closed, too.
    private final ChannelGroup connected = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private volatile boolean leaving;

    /**
     * @param afterBurst run on the event loop after the answers of each read went out, for work that can be done in batches; must not block
     * @param onConnected told of each new connection on its event loop, before its first request
     */
    public RemotingServer(
            IoThreads threads, RemotingSettings settings, Runnable afterBurst, Consumer<Connection> onConnected) {
        this.threads = threads;
        this.settings = settings;
        this.tls = new ServerTls(settings.tls());
        this.afterBurst = afterBurst;
        this.onConnected = onConnected;
    }

    /**
     * Takes a port and serves it.
     *
     * @param address where to listen; port 0 takes a free one
     * @return the address that was taken
     * @throws IOException when the port cannot be had
     */
    public InetSocketAddress listen(InetSocketAddress address, HandlerTable handlers) throws IOException {
        ListeningPort port = ListeningPort.take(threads, address);
        serve(port, handlers);
        return port.address();
    }

    /** Serves a port that was taken before; it is given back when this server is closed. */
    public void serve(ListeningPort port, HandlerTable handlers) {
        listening.add(port);
        Dispatcher dispatcher = new Dispatcher(handlers, afterBurst, () -> leaving);
        port.accept(channel -> accept(channel, dispatcher));
    }

    private void accept(Channel channel, Dispatcher dispatcher) {
        connected.add(channel);
        channel.config().setWriteBufferWaterMark(settings.waterMark());
        Connection connection = new Connection(channel, settings, channel.remoteAddress(), null);
        Pipelines.server(channel, settings, tls, dispatcher, connection);
        onConnected.accept(connection);
    }

    /** From now on newer clients are sent away to other brokers (spec: remoting 1.11), while requests under way are served. */
    public void leave() {
        leaving = true;
    }

    /** Stops listening and closes the connections. */
    @Override
    public void close() {
        listening.forEach(ListeningPort::close);
        connected.close().awaitUninterruptibly();
    }
}
