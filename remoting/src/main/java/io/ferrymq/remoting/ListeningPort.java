package io.ferrymq.remoting;

import io.ferrymq.common.net.HostAndPort;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A port that is taken. Until a {@link RemotingServer} serves it, connections wait in the system's queue: a process takes its
 * ports first, so that it fails before it has touched anything when it cannot have one, and so that it knows its own address.
 */
public final class ListeningPort implements AutoCloseable {
    private static final int BACKLOG = 1024;

    private final Channel channel;
    private final InetSocketAddress address;
    private volatile Consumer<Channel> acceptor;

    private ListeningPort(IoThreads threads, InetSocketAddress wanted) throws IOException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(threads.loops())
                .channel(threads.serverChannel())
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOCATOR, threads.allocator())
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel accepted) {
                        acceptor.accept(accepted);
                    }
                });
        ChannelFuture bound = bootstrap.bind(wanted).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot listen on " + HostAndPort.of(wanted) + ": " + withAdvice(SystemReason.of(bound.cause())),
                    bound.cause());
        }
        this.channel = bound.channel();
        this.address = (InetSocketAddress) channel.localAddress();
    }

    private static String withAdvice(String reason) {
        return reason.contains("Address already in use")
                ? reason + "; choose another port, or stop the process that holds this one (ss -ltnp shows it)"
                : reason;
    }

    /**
     * Takes a port.
     *
     * @param address where to listen; port 0 takes a free one
     * @throws IOException when the port cannot be had
     */
    public static ListeningPort take(IoThreads threads, InetSocketAddress address) throws IOException {
        return new ListeningPort(threads, address);
    }

    /** The address that was taken. */
    public InetSocketAddress address() {
        return address;
    }

    public int port() {
        return address.getPort();
    }

    /** Accepts connections from now on. The acceptor sets up each channel's pipeline, on its event loop. */
    public void accept(Consumer<Channel> newAcceptor) {
        acceptor = Objects.requireNonNull(newAcceptor, "acceptor");
        channel.config().setAutoRead(true);
    }

    /** Gives the port back. */
    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
    }
}
