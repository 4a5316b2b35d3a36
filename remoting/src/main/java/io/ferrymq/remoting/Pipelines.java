package io.ferrymq.remoting;

import io.netty.channel.Channel;

/** What a connection's bytes go through, in order. */
final class Pipelines {
    static final String FRAMES = "frames";
    static final String CONNECTION = "connection";

    private Pipelines() {}

    static void plain(Channel channel, RemotingSettings settings, Dispatcher dispatcher, Connection connection) {
        channel.pipeline()
                .addLast(FRAMES, new FrameDecoder(settings.frameSizeMaxBytes(), dispatcher, connection))
                .addLast(CONNECTION, new ConnectionHandler(connection, settings.idleMaxMs()));
    }
}
