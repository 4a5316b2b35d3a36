package io.ferrymq.remoting;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.TimeUnit;

/** The event loops of a process and the memory they read into: epoll where it loads, else NIO. */
public final class IoThreads implements AutoCloseable {
    private static final int PAGE_BYTES = 8 << 10;
    /** 2^7 pages are a chunk of 1 MB: idle loops hold little, and larger bodies get memory of their own. */
    private static final int CHUNK_ORDER = 7;

    private static final int SMALL_CACHE = 256;
    private static final int NORMAL_CACHE = 64;

    private final boolean epoll = Epoll.isAvailable();
    private final EventLoopGroup loops;
    private final ByteBufAllocator allocator;

    /**
     * @param name prefix of the threads' names
     * @param threads number of event loops, at least 1
     */
    public IoThreads(String name, int threads) {
        IoHandlerFactory handler = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        loops = new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name, true), handler);
        allocator =
                new PooledByteBufAllocator(true, 1, threads, PAGE_BYTES, CHUNK_ORDER, SMALL_CACHE, NORMAL_CACHE, false);
    }

    EventLoopGroup loops() {
        return loops;
    }

    ByteBufAllocator allocator() {
        return allocator;
    }

    /** For connections that speak another protocol than requests and answers: loops, channel and memory are set. */
    public Bootstrap bootstrap() {
        return new Bootstrap()
                .group(loops)
                .channel(clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.ALLOCATOR, allocator);
    }

    /** One of the loops, for work that belongs to such connections. */
    public EventExecutor next() {
        return loops.next();
    }

    /** Whether the loops take no more work. */
    boolean isEnding() {
        return loops.isShuttingDown();
    }

    Class<? extends ServerChannel> serverChannel() {
        return epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    Class<? extends Channel> clientChannel() {
        return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    /** Ends the loops; what they had accepted is still done. */
    @Override
    public void close() {
        loops.shutdownGracefully(0, 3, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
