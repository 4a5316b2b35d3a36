package io.ferrymq.remoting;

import io.ferrymq.common.net.HostAndPort;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/** Listens on one or more ports, each with a table of its own. */
public final class RemotingServer implements AutoCloseable {
    private static final int BACKLOG = 1024;

    private final IoThreads threads;
    private final RemotingSettings settings;
    private final Runnable afterBurst;
    private final Consumer<Connection> onConnected;
    private final ChannelGroup listening = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final ChannelGroup connected = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private volatile boolean leaving;

    /**
     * @param afterBurst run on the event loop after the answers of each read went out, for work that can be done in batches; must not block
     * @param onConnected told of each new connection on its event loop, before its first request
     */
    public RemotingServer(
            IoThreads threads, RemotingSettings settings, Runnable afterBurst, Consumer<Connection> onConnected) {
        this.threads = threads;
        this.settings = settings;
        this.afterBurst = afterBurst;
        this.onConnected = onConnected;
    }

    /**
     * Opens a port.
     *
     * @param address where to listen; port 0 takes a free one
     * @return the address that was taken
     * @throws IOException when the port cannot be had
     */
    public InetSocketAddress listen(InetSocketAddress address, HandlerTable handlers) throws IOException {
        Dispatcher dispatcher = new Dispatcher(handlers, afterBurst, () -> leaving);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(threads.loops())
                .channel(threads.serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOCATOR, threads.allocator())
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, settings.waterMark())
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel, dispatcher);
                    }
                });
        ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot listen on " + HostAndPort.of(address) + ": "
                            + bound.cause().getMessage(),
                    bound.cause());
        }
        listening.add(bound.channel());
        return (InetSocketAddress) bound.channel().localAddress();
    }

    private void accept(Channel channel, Dispatcher dispatcher) {
        connected.add(channel);
        Connection connection = new Connection(channel, settings.serializeType(), channel.remoteAddress());
        Pipelines.plain(channel, settings, dispatcher, connection);
        onConnected.accept(connection);
    }

    /** From now on newer clients are sent away to other brokers (spec: remoting 1.11), while requests under way are served. */
    public void leave() {
        leaving = true;
    }

    /** Stops listening and closes the connections. */
    @Override
    public void close() {
        listening.close().awaitUninterruptibly();
        connected.close().awaitUninterruptibly();
    }
}
