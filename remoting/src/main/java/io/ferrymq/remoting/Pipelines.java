package io.ferrymq.remoting;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;

/** What a connection's bytes go through, in order. */
final class Pipelines {
    static final String DETECTOR = "detector";
    static final String TLS = "tls";
    static final String FRAMES = "frames";
    static final String CONNECTION = "connection";

    private Pipelines() {}

    /** A connection that came in. */
    static void server(
            Channel channel, RemotingSettings settings, ServerTls tls, Dispatcher dispatcher, Connection connection) {
        channel.pipeline()
                .addLast(DETECTOR, new ProtocolDetector(tls, connection, false))
                .addLast(FRAMES, new FrameDecoder(settings.frameSizeMaxBytes(), dispatcher, connection))
                .addLast(CONNECTION, new ConnectionHandler(connection, settings.idleMaxMs(), true));
    }

    /**
     * A connection that is made here.
     *
     * @param tls null for a plain one
     */
    static void client(
            Channel channel, RemotingSettings settings, SslContext tls, Dispatcher dispatcher, Connection connection) {
        if (tls != null) {
            InetSocketAddress peer = connection.remoteAddress();
            SslHandler handler = tls.newHandler(channel.alloc(), peer.getHostString(), peer.getPort());
            handler.setHandshakeTimeoutMillis(settings.connectTimeoutMs());
            channel.pipeline().addLast(TLS, handler);
        }
        channel.pipeline()
                .addLast(FRAMES, new FrameDecoder(settings.frameSizeMaxBytes(), dispatcher, connection))
                .addLast(CONNECTION, new ConnectionHandler(connection, settings.idleMaxMs(), false));
    }
}
