package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import java.util.List;

/**
 * Looks at the first bytes of a connection: a header of a proxy, a TLS handshake, or frames (spec: remoting 1.8). Once it knows it puts the
 * handlers needed in its place and is gone; a plain connection pays nothing afterwards.
 *
 * <p>A frame begins with the top byte of its length, which is 0 or 1 for any size allowed, so nothing is ambiguous.
 */
final class ProtocolDetector extends ByteToMessageDecoder {
    private static final byte TLS_HANDSHAKE = 0x16;
    private static final byte[] PROXY_V1 = {'P', 'R', 'O', 'X', 'Y', ' '};
    private static final byte[] PROXY_V2 = {0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A};

    private final ServerTls tls;
    private final Connection connection;
    private final boolean behindProxy;

    /** @param behindProxy whether a proxy's header was read already: there is no second one */
    ProtocolDetector(ServerTls tls, Connection connection, boolean behindProxy) {
        this.tls = tls;
        this.connection = connection;
        this.behindProxy = behindProxy;
    }

    private enum Match {
        YES,
        NO,
        MORE_BYTES
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        Match proxy = behindProxy ? Match.NO : either(match(in, PROXY_V1), match(in, PROXY_V2));
        if (proxy == Match.MORE_BYTES) {
            return;
        }
        ChannelPipeline pipeline = ctx.pipeline();
        if (proxy == Match.YES) {
            pipeline.addAfter(ctx.name(), null, new ProtocolDetector(tls, connection, true));
            pipeline.addAfter(ctx.name(), null, new ProxyHeaderHandler(connection));
            pipeline.addAfter(ctx.name(), null, new HAProxyMessageDecoder());
        } else if (in.getByte(in.readerIndex()) == TLS_HANDSHAKE) {
            refuse(tls.refusalOfTls());
            pipeline.addAfter(ctx.name(), Pipelines.TLS, tls.context().newHandler(ctx.alloc()));
        } else {
            refuse(tls.refusalOfPlain());
        }
        // Hands the bytes on to whoever is next now.
        pipeline.remove(this);
    }

    private static void refuse(String reason) {
        if (reason != null) {
            throw new MalformedFrameException(reason);
        }
    }

    private static Match either(Match one, Match other) {
        if (one == Match.YES || other == Match.YES) {
            return Match.YES;
        }
        return one == Match.NO && other == Match.NO ? Match.NO : Match.MORE_BYTES;
    }

    private static Match match(ByteBuf in, byte[] prefix) {
        int length = Math.min(in.readableBytes(), prefix.length);
        for (int i = 0; i < length; i++) {
            if (in.getByte(in.readerIndex() + i) != prefix[i]) {
                return Match.NO;
            }
        }
        return length == prefix.length ? Match.YES : Match.MORE_BYTES;
    }
}
