package io.ferrymq.namesrv;

import io.ferrymq.common.DataVersion;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.RegisterBrokerBody;
import io.ferrymq.remoting.protocol.body.RegisterBrokerBodyCodec;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.header.GetRouteInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.RegisterBrokerRequestHeader;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** A nameserver on a free port with a clock of its own, and peers that talk to it over real sockets. */
final class NameServerFixture implements AutoCloseable {
    static final long TIMEOUT_MS = 30_000;

    final AtomicLong nowMs = new AtomicLong(1_700_000_000_000L);
    final NameServer server;
    private final IoThreads threads = new IoThreads("peer", 1);

    NameServerFixture(Path directory, Map<String, String> settings) throws IOException {
        server = NameServer.start(
                NamesrvConfig.embedded(directory)
                        .with(Map.of("scanNotActiveBrokerInterval", "10"))
                        .with(settings),
                nowMs::get);
    }

    /** A process with a connection of its own. */
    RemotingClient peer() {
        return new RemotingClient(threads, RemotingSettings.defaults(), HandlerTable.empty());
    }

    Reply call(RemotingClient peer, Request<?> request) throws Exception {
        return peer.call(server.addressText(), request, TIMEOUT_MS);
    }

    static RegisterBrokerRequestHeader header(String cluster, String broker, long id, String address) {
        return new RegisterBrokerRequestHeader(
                cluster, broker, address, id, address.replaceAll(":.*", ":10912"), null, null, null, null, null);
    }

    static byte[] body(DataVersion version, String... topics) {
        Map<String, TopicConfig> table = new TreeMap<>();
        for (String topic : topics) {
            table.put(topic, TopicConfig.of(topic, 8));
        }
        return RegisterBrokerBodyCodec.encode(
                new RegisterBrokerBody(TopicConfigSerializeWrapper.of(table, version), List.of()));
    }

    Reply register(RemotingClient peer, String cluster, String broker, long id, String address, String... topics)
            throws Exception {
        return register(peer, header(cluster, broker, id, address), body(new DataVersion(0, 1, 1), topics));
    }

    Reply register(RemotingClient peer, RegisterBrokerRequestHeader header, byte[] body) throws Exception {
        return call(peer, Request.of(RequestCode.REGISTER_BROKER, header).withBody(body));
    }

    Reply routeReply(RemotingClient peer, String topic) throws Exception {
        return call(
                peer,
                Request.of(RequestCode.GET_ROUTEINFO_BY_TOPIC, new GetRouteInfoRequestHeader(topic, null, null, null)));
    }

    /** The route, or null when there is none. */
    TopicRouteData route(RemotingClient peer, String topic) throws Exception {
        Reply reply = routeReply(peer, topic);
        return reply.isSuccess() ? Json.decode(reply.body(), TopicRouteData.class) : null;
    }

    @Override
    public void close() {
        server.close();
        threads.close();
    }
}
