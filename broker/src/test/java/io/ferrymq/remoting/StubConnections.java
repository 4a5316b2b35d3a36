package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.CommandHeader;
import io.ferrymq.remoting.codec.SerializeType;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.MockTicker;
import java.nio.charset.StandardCharsets;

/** Connections without sockets, each on a loop of its own that runs when the test says so, all with the test's time. */
public final class StubConnections {
    private StubConnections() {}

    public record Stub(EmbeddedChannel channel, Connection connection) {
        /** A request that came in on this connection. */
        public RequestContext request(int code, int opaque) {
            byte[] json = ("{\"code\":" + code + ",\"opaque\":" + opaque + ",\"version\":400,\"language\":\"JAVA\"}")
                    .getBytes(StandardCharsets.UTF_8);
            CommandHeader header = new CommandHeader();
            header.read(SerializeType.JSON, json, json.length);
            return new RequestContext(connection, header, header.fields());
        }
    }

    public static Stub open(MockTicker time) {
        EmbeddedChannel channel = EmbeddedChannel.builder().ticker(time).build();
        return new Stub(channel, new Connection(channel, RemotingSettings.defaults(), null, null));
    }
}
