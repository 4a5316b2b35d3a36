package io.ferrymq.distribution.admin;

import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.DeleteKVConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.GetKVConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.GetKVConfigResponseHeader;
import io.ferrymq.remoting.protocol.header.PutKVConfigRequestHeader;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A namespace of the key-value settings that nameservers keep. No nameserver tells another, so each is written and asked back. */
public record NameserverKv(Admin admin, String namespace) {
    /** Topic to {@code brokerA:4;brokerB:4}: the queues that producers of ordered messages choose from. */
    public static final String ORDER_TOPIC_CONFIG = "ORDER_TOPIC_CONFIG";

    /** The value at each nameserver, by address; those without one are left out. */
    public Map<String, String> get(String key) throws CommandFailed, InterruptedException {
        Map<String, String> values = new TreeMap<>();
        for (String address : admin.nameservers()) {
            valueAt(address, key).ifPresent(value -> values.put(address, value));
        }
        return values;
    }

    private Optional<String> valueAt(String address, String key) throws CommandFailed, InterruptedException {
        Request<?> request = Request.of(RequestCode.GET_KV_CONFIG, new GetKVConfigRequestHeader(namespace, key));
        Reply reply = admin.ask(address, request);
        if (reply.code() == ResponseCode.QUERY_NOT_FOUND) {
            return Optional.empty();
        }
        if (!reply.isSuccess()) {
            throw Admin.refused(reply, address, request);
        }
        return Optional.ofNullable(reply.header(GetKVConfigResponseHeader.class).value());
    }

    /** Sets a value and returns once every nameserver gives it back. */
    public void put(String key, String value) throws CommandFailed, InterruptedException {
        admin.everyNameserver(
                Request.of(RequestCode.PUT_KV_CONFIG, new PutKVConfigRequestHeader(namespace, key, value)));
        Effects.await(
                "every nameserver to have '" + key + "' of namespace '" + namespace + "'",
                () -> get(key).values().stream().filter(value::equals).count()
                        == admin.nameservers().stream().distinct().count());
    }

    /** Removes a value and returns once no nameserver has it. */
    public void delete(String key) throws CommandFailed, InterruptedException {
        admin.everyNameserver(
                Request.of(RequestCode.DELETE_KV_CONFIG, new DeleteKVConfigRequestHeader(namespace, key)));
        Effects.await(
                "every nameserver to forget '" + key + "' of namespace '" + namespace + "'", () -> get(key).isEmpty());
    }
}
