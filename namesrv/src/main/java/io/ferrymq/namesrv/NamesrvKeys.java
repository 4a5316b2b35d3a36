package io.ferrymq.namesrv;

import io.ferrymq.common.config.ConfigKey;
import io.ferrymq.common.config.ConfigSchema;
import io.ferrymq.common.config.KnownRocketMqKeys;
import io.ferrymq.namesrv.route.AddressRules;
import java.util.List;

/** The settings of a nameserver (spec: broker 22.3, 22.4, and our own at the end). */
public final class NamesrvKeys {
    private static final String HOME = System.getProperty("user.home", ".") + "/namesrv/";

    public static final ConfigKey<String> BIND_ADDRESS =
            ConfigKey.ofString("bindAddress", "0.0.0.0").doc("Address of this machine to listen on.");
    public static final ConfigKey<Integer> LISTEN_PORT = ConfigKey.ofInt("listenPort", 9876, 0, 65535)
            .doc("Port for brokers, clients and tools; 0 takes a free one.");
    public static final ConfigKey<Integer> SELECTOR_THREADS =
            ConfigKey.ofInt("serverSelectorThreads", 3, 1, 256).doc("Event loops; they answer all queries.");
    public static final ConfigKey<Integer> IDLE_SECONDS = ConfigKey.ofInt(
                    "serverChannelMaxIdleTimeSeconds", 120, 1, Integer.MAX_VALUE / 1000)
            .doc("A connection from which nothing came for so long is closed.");
    public static final ConfigKey<String> KV_CONFIG_PATH = ConfigKey.ofString("kvConfigPath", HOME + "kvConfig.json")
            .doc("File of the key-value settings such as order topics.");
    public static final ConfigKey<String> CONFIG_STORE_PATH = ConfigKey.ofString(
                    "configStorePath", HOME + "namesrv.properties")
            .doc("File into which changes at run time are written.");
    public static final ConfigKey<Boolean> ORDER_MESSAGE_ENABLE = ConfigKey.ofBoolean("orderMessageEnable", false)
            .dynamic()
            .doc("Whether routes carry the order configuration of their topic.");
    public static final ConfigKey<Boolean> RETURN_ORDER_TOPICS = ConfigKey.ofBoolean(
                    "returnOrderTopicConfigToBroker", true)
            .dynamic()
            .doc("Whether brokers learn the order topics when they register.");
    public static final ConfigKey<Integer> QUEUE_CAPACITY = ConfigKey.ofInt(
                    "defaultThreadPoolQueueCapacity", 10_000, 1, 1_000_000)
            .doc("Registrations and changes that may wait for the route thread; more are answered SYSTEM_BUSY.");
    public static final ConfigKey<Long> SCAN_INTERVAL_MS = ConfigKey.ofMillis(
                    "scanNotActiveBrokerInterval", 5_000, 10, 3_600_000)
            .doc("How often silent brokers are looked for.");
    public static final ConfigKey<Boolean> SUPPORT_ACTING_MASTER = ConfigKey.ofBoolean("supportActingMaster", false)
            .dynamic()
            .doc("Whether routes show the first slave of a group that lost its master as the master.");
    public static final ConfigKey<Boolean> NOTIFY_MIN_BROKER_ID = ConfigKey.ofBoolean("notifyMinBrokerIdChanged", false)
            .dynamic()
            .doc("Whether the brokers of a group with acting master are told when its lowest id changes.");
    public static final ConfigKey<Boolean> ENABLE_ALL_TOPIC_LIST =
            ConfigKey.ofBoolean("enableAllTopicList", true).dynamic().doc("Whether all topics may be listed.");
    public static final ConfigKey<Boolean> ENABLE_TOPIC_LIST = ConfigKey.ofBoolean("enableTopicList", true)
            .dynamic()
            .doc("Whether topics of a cluster or unit may be listed.");
    public static final ConfigKey<Boolean> NEED_WAIT_FOR_SERVICE = ConfigKey.ofBoolean("needWaitForService", false)
            .doc("Whether routes are refused for the first time after a start, until brokers are back.");
    public static final ConfigKey<Integer> WAIT_SECONDS =
            ConfigKey.ofInt("waitSecondsForService", 45, 0, 3_600).doc("How long that time is.");
    public static final ConfigKey<Boolean> DELETE_MISSING_TOPICS = ConfigKey.ofBoolean(
                    "deleteTopicWithBrokerRegistration", false)
            .dynamic()
            .doc("Whether topics that a broker no longer registers are removed. Not with split registration.");
    public static final ConfigKey<List<String>> CONFIG_BLACK_LIST = ConfigKey.ofList(
                    "configBlackList", List.of("configBlackList", "configStorePath", "kvConfigPath"))
            .doc("Keys that cannot be changed at run time.");

    public static final ConfigKey<Integer> ROUTE_BROKERS_MAX = ConfigKey.ofInt("routeBrokersMax", 10_000, 1, 1_000_000)
            .dynamic()
            .doc("Broker names that may be registered.");
    public static final ConfigKey<Integer> ROUTE_TOPICS_MAX = ConfigKey.ofInt(
                    "routeTopicsMax", 1_000_000, 1, 10_000_000)
            .dynamic()
            .doc("Topics that may be registered.");
    public static final ConfigKey<Integer> KV_ENTRIES_MAX = ConfigKey.ofInt("kvEntriesMax", 100_000, 1, 1_000_000)
            .dynamic()
            .doc("Key-value settings that may be kept.");
    public static final ConfigKey<List<String>> ROUTE_ADDRESS_RULES = ConfigKey.ofList("routeAddressRules", List.of())
            .allowing("'network/bits registered=shown', several separated by ';'", AddressRules::areRules)
            .dynamic()
            .doc("Other addresses of brokers for clients of some networks: 'network/bits registered=shown; …'.");
    public static final ConfigKey<Boolean> REMOTE_CONFIG_UPDATE = ConfigKey.ofBoolean("remoteConfigUpdateEnable", false)
            .doc("Whether other machines may change settings of this nameserver at run time.");

    private static final List<ConfigKey<?>> ALL = List.of(
            BIND_ADDRESS,
            LISTEN_PORT,
            SELECTOR_THREADS,
            IDLE_SECONDS,
            KV_CONFIG_PATH,
            CONFIG_STORE_PATH,
            ORDER_MESSAGE_ENABLE,
            RETURN_ORDER_TOPICS,
            QUEUE_CAPACITY,
            SCAN_INTERVAL_MS,
            SUPPORT_ACTING_MASTER,
            NOTIFY_MIN_BROKER_ID,
            ENABLE_ALL_TOPIC_LIST,
            ENABLE_TOPIC_LIST,
            NEED_WAIT_FOR_SERVICE,
            WAIT_SECONDS,
            DELETE_MISSING_TOPICS,
            CONFIG_BLACK_LIST,
            ROUTE_BROKERS_MAX,
            ROUTE_TOPICS_MAX,
            KV_ENTRIES_MAX,
            ROUTE_ADDRESS_RULES,
            REMOTE_CONFIG_UPDATE);

    private NamesrvKeys() {}

    /** Every key of ours, and the names of RocketMQ's that have no effect here. */
    public static ConfigSchema schema() {
        return new ConfigSchema(ALL, KnownRocketMqKeys.all());
    }
}
