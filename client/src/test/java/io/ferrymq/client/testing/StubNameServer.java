package io.ferrymq.client.testing;

import io.ferrymq.common.constant.PermName;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.header.GetRouteInfoRequestHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.QueueData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import io.netty.buffer.ByteBuf;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A nameserver that knows the routes it is told. */
public final class StubNameServer implements AutoCloseable {
    private final Map<String, TopicRouteData> routes = new ConcurrentHashMap<>();
    private final AtomicInteger questions = new AtomicInteger();
    private final StubServer server;

    public StubNameServer() {
        this(InetAddress.getLoopbackAddress());
    }

    public StubNameServer(InetAddress host) {
        server = new StubServer(
                host,
                HandlerTable.builder()
                        .on(RequestCode.GET_ROUTEINFO_BY_TOPIC, GetRouteInfoRequestHeader.class, this::route)
                        .on(RequestCode.GET_BROKER_CLUSTER_INFO, (context, header, body) -> cluster(context))
                        .build());
    }

    private void route(RequestContext context, GetRouteInfoRequestHeader header, ByteBuf body) {
        questions.incrementAndGet();
        TopicRouteData route = routes.get(header.topic());
        if (route == null) {
            context.respond(
                    ResponseCode.TOPIC_NOT_EXIST,
                    "No topic route info in name server for the topic: " + header.topic());
        } else {
            context.respond(Response.success(Json.encode(route)));
        }
    }

    private void cluster(RequestContext context) {
        Map<String, BrokerData> brokers = new ConcurrentHashMap<>();
        routes.values()
                .forEach(route -> route.brokerDatas().forEach(broker -> brokers.put(broker.brokerName(), broker)));
        context.respond(
                Response.success(Json.encode(new ClusterInfo(brokers, Map.of("c", Set.copyOf(brokers.keySet()))))));
    }

    /** The topic has this many queues on each of the brokers, given as pairs of name and address. */
    public StubNameServer route(String topic, int queues, String... namesAndAddresses) {
        List<QueueData> queueDatas = new ArrayList<>();
        List<BrokerData> brokerDatas = new ArrayList<>();
        for (int i = 0; i < namesAndAddresses.length; i += 2) {
            int perm = PermName.PERM_READ | PermName.PERM_WRITE;
            queueDatas.add(new QueueData(namesAndAddresses[i], queues, queues, perm, 0));
            brokerDatas.add(BrokerData.of("c", namesAndAddresses[i], Map.of(0L, namesAndAddresses[i + 1])));
        }
        routes.put(topic, TopicRouteData.of(queueDatas, brokerDatas));
        return this;
    }

    public StubNameServer route(String topic, TopicRouteData route) {
        routes.put(topic, route);
        return this;
    }

    public StubNameServer forget(String topic) {
        routes.remove(topic);
        return this;
    }

    /** Questions for routes so far. */
    public int questions() {
        return questions.get();
    }

    public String address() {
        return server.address();
    }

    public StubServer server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
    }
}
