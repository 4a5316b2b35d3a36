package io.ferrymq.remoting;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Takes the client's address from a proxy's header. A proxy's own checks of health, and protocols without addresses, change nothing. */
final class ProxyHeaderHandler extends SimpleChannelInboundHandler<HAProxyMessage> {
    private final Connection connection;

    ProxyHeaderHandler(Connection connection) {
        this.connection = connection;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HAProxyMessage header) throws UnknownHostException {
        InetSocketAddress source = address(header.sourceAddress(), header.sourcePort());
        InetSocketAddress destination = address(header.destinationAddress(), header.destinationPort());
        connection.proxied(source, destination);
        ctx.pipeline().remove(this);
    }

    /** Null unless the header holds a numeric address: a text is not looked up for a stranger. */
    private static InetSocketAddress address(String ip, int port) throws UnknownHostException {
        byte[] bytes = ip == null ? null : NetUtil.createByteArrayFromIpAddressString(ip);
        return bytes == null ? null : new InetSocketAddress(InetAddress.getByAddress(bytes), port);
    }
}
