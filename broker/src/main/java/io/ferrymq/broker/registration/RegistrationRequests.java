package io.ferrymq.broker.registration;

import io.ferrymq.broker.BrokerIdentity;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.RegisterBrokerBody;
import io.ferrymq.remoting.protocol.body.RegisterBrokerBodyCodec;
import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import io.ferrymq.remoting.protocol.header.QueryDataVersionRequestHeader;
import io.ferrymq.remoting.protocol.header.RegisterBrokerRequestHeader;
import io.ferrymq.remoting.protocol.header.UnregisterBrokerRequestHeader;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is said to nameservers (spec: remoting 8.2 to 8.4). */
final class RegistrationRequests {
    private static final int READ_WRITE = PermName.PERM_READ | PermName.PERM_WRITE;

    private final BrokerIdentity identity;
    private final LiveConfig config;
    private final TopicTable topics;

    RegistrationRequests(BrokerIdentity identity, LiveConfig config, TopicTable topics) {
        this.identity = identity;
        this.config = config;
        this.topics = topics;
    }

    /** All topics. */
    Request<?> full() {
        return register(topics.all());
    }

    /** Only these topics, as they are now; those that are gone by now are left out. */
    Request<?> increment(Collection<String> names) {
        Map<String, TopicConfig> some = new HashMap<>();
        for (String name : names) {
            TopicConfig topic = topics.find(name);
            if (topic != null) {
                some.put(name, topic);
            }
        }
        return register(some);
    }

    private Request<?> register(Map<String, TopicConfig> table) {
        BrokerConfig settings = config.current();
        RegisterBrokerBody body = new RegisterBrokerBody(
                TopicConfigSerializeWrapper.of(masked(table, settings.permission()), topics.version()), List.of());
        boolean compressed = settings.get(BrokerKeys.COMPRESSED_REGISTER);
        byte[] bytes =
                compressed ? RegisterBrokerBodyCodec.encodeCompressed(body) : RegisterBrokerBodyCodec.encode(body);
        RegisterBrokerRequestHeader header = new RegisterBrokerRequestHeader(
                identity.clusterName(),
                identity.brokerName(),
                identity.address(),
                identity.brokerId(),
                identity.haAddress(),
                null,
                null,
                compressed,
                RegisterBrokerBodyCodec.crc32(bytes),
                null);
        return Request.of(RequestCode.REGISTER_BROKER, header).withBody(bytes);
    }

    private static Map<String, TopicConfig> masked(Map<String, TopicConfig> table, int permission) {
        if ((permission & READ_WRITE) == READ_WRITE) {
            return table;
        }
        Map<String, TopicConfig> masked = new HashMap<>();
        table.forEach((name, topic) -> masked.put(name, topic.withPerm(topic.perm() & permission)));
        return masked;
    }

    /** Whether a nameserver misses a change. */
    Request<?> queryVersion() {
        QueryDataVersionRequestHeader header = new QueryDataVersionRequestHeader(
                identity.clusterName(), identity.brokerName(), identity.address(), identity.brokerId());
        return Request.of(RequestCode.QUERY_DATA_VERSION, header).withBody(Json.encode(topics.version()));
    }

    Request<?> unregister() {
        return Request.of(
                RequestCode.UNREGISTER_BROKER,
                new UnregisterBrokerRequestHeader(
                        identity.clusterName(), identity.brokerName(), identity.address(), identity.brokerId()));
    }
}
