package io.ferrymq.namesrv.handler;

import io.ferrymq.common.Clock;
import io.ferrymq.namesrv.LiveConfig;
import io.ferrymq.namesrv.NamesrvKeys;
import io.ferrymq.namesrv.kv.KvStore;
import io.ferrymq.namesrv.route.BrokerGroup;
import io.ferrymq.namesrv.route.BrokerMember;
import io.ferrymq.namesrv.route.Registered;
import io.ferrymq.namesrv.route.Registrar;
import io.ferrymq.namesrv.route.Registration;
import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.Sessions;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.KVTable;
import io.ferrymq.remoting.protocol.body.RegisterBrokerBody;
import io.ferrymq.remoting.protocol.body.RegisterBrokerBodyCodec;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.header.RegisterBrokerRequestHeader;
import io.ferrymq.remoting.protocol.header.RegisterBrokerResponseHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code REGISTER_BROKER} (103, spec: remoting 8.2). Route loop. */
public final class RegisterBrokerHandler implements RequestHandler<RegisterBrokerRequestHeader> {
    private static final Logger LOG = LoggerFactory.getLogger(RegisterBrokerHandler.class);
    /** A broker that says nothing else is dropped after this time of silence. */
    private static final long TIMEOUT_DEFAULT_MS = 120_000;

    private static final TopicConfigSerializeWrapper NO_TOPICS =
            new TopicConfigSerializeWrapper(null, null, null, null, null);

    private final RouteState routes;
    private final Sessions sessions;
    private final LiveConfig config;
    private final KvStore kv;
    private final Clock clock;

    public RegisterBrokerHandler(RouteState routes, Sessions sessions, LiveConfig config, KvStore kv, Clock clock) {
        this.routes = routes;
        this.sessions = sessions;
        this.config = config;
        this.kv = kv;
        this.clock = clock;
    }

    @Override
    public void handle(RequestContext context, RegisterBrokerRequestHeader header, ByteBuf body) {
        byte[] bytes = Bodies.bytes(body);
        int crc = RegisterBrokerBodyCodec.crc32(bytes);
        if (header.bodyCrc32() != null && header.bodyCrc32() != 0 && header.bodyCrc32() != crc) {
            refuse(context, header, "crc32 not match: the header says " + header.bodyCrc32() + ", the body has " + crc);
            return;
        }
        RegisterBrokerBody topics;
        try {
            topics = RegisterBrokerBodyCodec.decode(bytes, context.version());
        } catch (JsonException e) {
            refuse(context, header, e.getMessage());
            return;
        }
        Registration broker = registration(header, topics, sessions.of(context.connection()));
        Registered registered = Registrar.register(routes.table(), broker, config.routeRules(), clock.nowMs());
        if (registered instanceof Registered.Accepted accepted) {
            routes.replace(accepted.table(), "by itself over " + context.connection());
            context.respond(answer(header));
        } else if (registered instanceof Registered.Refused refused) {
            refuse(context, header, refused.reason());
        }
    }

    private static Registration registration(
            RegisterBrokerRequestHeader header, RegisterBrokerBody body, long session) {
        Long timeoutMs = header.heartbeatTimeoutMillis();
        TopicConfigSerializeWrapper topics = body.topicConfigSerializeWrapper();
        return new Registration(
                header.clusterName(),
                header.brokerName(),
                header.brokerId(),
                header.brokerAddr(),
                header.haServerAddr(),
                timeoutMs == null || timeoutMs <= 0 ? TIMEOUT_DEFAULT_MS : timeoutMs,
                Boolean.TRUE.equals(header.enableActingMaster()),
                header.zoneName(),
                topics == null ? NO_TOPICS : topics,
                body.filterServerList(),
                session);
    }

    /** A slave learns where its master is, every broker which topics are ordered. */
    private Response<RegisterBrokerResponseHeader> answer(RegisterBrokerRequestHeader header) {
        BrokerGroup group = routes.table().group(header.brokerName());
        BrokerMember master = header.brokerId() == BrokerData.MASTER_ID ? null : group.master();
        Response<RegisterBrokerResponseHeader> answer = Response.success(
                master == null
                        ? new RegisterBrokerResponseHeader(null, null)
                        : new RegisterBrokerResponseHeader(master.haServerAddr(), master.address()));
        Map<String, String> order =
                config.is(NamesrvKeys.RETURN_ORDER_TOPICS) ? kv.namespace(KvStore.ORDER_TOPIC_NAMESPACE) : null;
        return order == null ? answer : answer.withBody(Json.encode(new KVTable(order)));
    }

    private static void refuse(RequestContext context, RegisterBrokerRequestHeader header, String reason) {
        LOG.warn("registration of broker {} at {} refused: {}", header.brokerName(), header.brokerAddr(), reason);
        context.respond(ResponseCode.SYSTEM_ERROR, "register broker failed: " + reason);
    }
}
