package io.ferrymq.broker.config;

import io.ferrymq.common.config.ConfigKey;
import io.ferrymq.common.config.ConfigSchema;
import io.ferrymq.common.config.KnownRocketMqKeys;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** All settings of a broker: its own, the store's, the network's, and the names of those that RocketMQ has and we do not serve. */
public final class BrokerSchema {
    private BrokerSchema() {}

    public static ConfigSchema create() {
        List<ConfigKey<?>> keys = new ArrayList<>();
        for (Class<?> group : List.of(BrokerKeys.class, StoreKeys.class, ReplicationKeys.class, NetworkKeys.class)) {
            addConstants(group, keys);
        }
        Set<String> notServed = new HashSet<>(KnownRocketMqKeys.all());
        keys.forEach(key -> notServed.remove(key.name()));
        return new ConfigSchema(keys, notServed);
    }

    /** The settings that most installations decide on. */
    public static List<ConfigKey<?>> important() {
        return List.of(
                BrokerKeys.BROKER_CLUSTER_NAME,
                BrokerKeys.BROKER_NAME,
                BrokerKeys.BROKER_ID,
                BrokerKeys.BROKER_IP1,
                NetworkKeys.LISTEN_PORT,
                BrokerKeys.NAMESRV_ADDR,
                ReplicationKeys.BROKER_ROLE,
                StoreKeys.FLUSH_DISK_TYPE,
                StoreKeys.STORE_PATH_ROOT_DIR,
                StoreKeys.FILE_RESERVED_TIME,
                StoreKeys.DELETE_WHEN,
                StoreKeys.MAX_MESSAGE_SIZE,
                BrokerKeys.AUTO_CREATE_TOPIC_ENABLE,
                BrokerKeys.AUTO_CREATE_SUBSCRIPTION_GROUP);
    }

    // The constants are the one place where a key is declared: no second list can forget one.
    private static void addConstants(Class<?> group, List<ConfigKey<?>> keys) {
        for (Field field : group.getFields()) {
            try {
                if (field.get(null) instanceof ConfigKey<?> key) {
                    keys.add(key);
                }
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("constant " + field + " cannot be read", e);
            }
        }
    }
}
