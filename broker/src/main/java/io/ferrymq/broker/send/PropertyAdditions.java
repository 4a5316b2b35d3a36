package io.ferrymq.broker.send;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.common.message.MessageClientIDSetter;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.PropertyName;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the broker adds to the properties of every message (spec: storage 2.11): encoded once, appended as bytes. */
public final class PropertyAdditions {
    private volatile byte[] common;

    public PropertyAdditions(LiveConfig config) {
        this.common = encode(config.current());
        config.onChange(changed -> common = encode(changed));
    }

    private static byte[] encode(BrokerConfig config) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put(PropertyName.CLUSTER.text(), config.get(BrokerKeys.BROKER_CLUSTER_NAME));
        entries.put(PropertyName.MSG_REGION.text(), config.get(BrokerKeys.REGION_ID));
        entries.put(PropertyName.TRACE_ON.text(), Boolean.toString(config.isTraceOn()));
        return PropertyBytes.encode(entries);
    }

    /** Encoded entries that every message gets. */
    public byte[] common() {
        return common;
    }

    /** The properties as they are stored: a receipt of popping is removed, a unique key added when there is none. */
    public PropertyBytes complete(byte[] received) {
        PropertyBytes properties = received == null ? PropertyBytes.EMPTY : PropertyBytes.scan(received);
        if (properties.has(PropertyName.POP_CK)
                || properties.has(PropertyName.CLUSTER)
                || properties.has(PropertyName.MSG_REGION)
                || properties.has(PropertyName.TRACE_ON)) {
            // A message that was consumed and is sent on.
            properties = properties.without(
                    PropertyName.POP_CK, PropertyName.CLUSTER, PropertyName.MSG_REGION, PropertyName.TRACE_ON);
        }
        if (!properties.has(PropertyName.UNIQ_KEY)) {
            properties = properties.with(PropertyName.UNIQ_KEY, MessageClientIDSetter.createUniqID());
        }
        return properties.append(common);
    }
}
