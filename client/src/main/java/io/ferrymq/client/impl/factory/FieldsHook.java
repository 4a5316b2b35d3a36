package io.ferrymq.client.impl.factory;

import io.ferrymq.common.MixAll;
import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.protocol.RemotingCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds the same header fields to each request. */
final class FieldsHook implements RPCHook {
    private static final String STREAM = "0";

    private final Map<String, String> fields;

    private FieldsHook(Map<String, String> fields) {
        this.fields = fields;
    }

    /**
     * All hooks of a client in their order: namespace and kind of client, then the user's, which may sign what is there, and the zone last
     * (RocketMQ client facts, section hooks on the wire).
     *
     * @param users null for none
     */
    static List<RPCHook> around(ClientSettings settings, RPCHook users) {
        List<RPCHook> hooks = new ArrayList<>();
        if (settings.namespaceV2() != null && !settings.namespaceV2().isBlank()) {
            Map<String, String> namespace = new LinkedHashMap<>();
            namespace.put("nsd", "true");
            namespace.put("ns", settings.namespaceV2());
            hooks.add(new FieldsHook(namespace));
        }
        if (settings.streaming()) {
            hooks.add(new FieldsHook(Map.of("ReqT", STREAM)));
        }
        if (users != null) {
            hooks.add(users);
        }
        Map<String, String> zone = new LinkedHashMap<>();
        putIfSet(zone, MixAll.ZONE_NAME, "rocketmq.zone", "ROCKETMQ_ZONE");
        putIfSet(zone, MixAll.ZONE_MODE, "rocketmq.zone.mode", "ROCKETMQ_ZONE_MODE");
        if (!zone.isEmpty()) {
            hooks.add(new FieldsHook(zone));
        }
        return hooks;
    }

    private static void putIfSet(Map<String, String> fields, String field, String property, String variable) {
        String value = System.getProperty(property, System.getenv(variable));
        if (value != null && !value.isBlank()) {
            fields.put(field, value);
        }
    }

    @Override
    public void doBeforeRequest(String remoteAddr, RemotingCommand request) {
        fields.forEach(request::addExtField);
    }

    @Override
    public void doAfterResponse(String remoteAddr, RemotingCommand request, RemotingCommand response) {
        // Answers carry none of them.
    }
}
