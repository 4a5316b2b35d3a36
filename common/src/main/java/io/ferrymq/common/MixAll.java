package io.ferrymq.common;

/** Well-known names and addresses. */
public final class MixAll {
    public static final String ROCKETMQ_HOME_ENV = "ROCKETMQ_HOME";
    public static final String ROCKETMQ_HOME_PROPERTY = "rocketmq.home.dir";
    public static final String NAMESRV_ADDR_ENV = "NAMESRV_ADDR";
    public static final String NAMESRV_ADDR_PROPERTY = "rocketmq.namesrv.addr";

    public static final String DEFAULT_TOPIC = "TBW102";
    public static final String BENCHMARK_TOPIC = "BenchmarkTest";

    public static final String DEFAULT_PRODUCER_GROUP = "DEFAULT_PRODUCER";
    public static final String DEFAULT_CONSUMER_GROUP = "DEFAULT_CONSUMER";
    public static final String TOOLS_CONSUMER_GROUP = "TOOLS_CONSUMER";
    public static final String SCHEDULE_CONSUMER_GROUP = "SCHEDULE_CONSUMER";
    public static final String FILTERSRV_CONSUMER_GROUP = "FILTERSRV_CONSUMER";
    public static final String MONITOR_CONSUMER_GROUP = "__MONITOR_CONSUMER";
    public static final String CLIENT_INNER_PRODUCER_GROUP = "CLIENT_INNER_PRODUCER";
    public static final String SELF_TEST_PRODUCER_GROUP = "SELF_TEST_P_GROUP";
    public static final String SELF_TEST_CONSUMER_GROUP = "SELF_TEST_C_GROUP";
    public static final String ONS_HTTP_PROXY_GROUP = "CID_ONS-HTTP-PROXY";
    public static final String CID_ONSAPI_PERMISSION_GROUP = "CID_ONSAPI_PERMISSION";
    public static final String CID_ONSAPI_OWNER_GROUP = "CID_ONSAPI_OWNER";
    public static final String CID_ONSAPI_PULL_GROUP = "CID_ONSAPI_PULL";
    public static final String CID_RMQ_SYS_PREFIX = "CID_RMQ_SYS_";
    public static final String CID_SYS_RMQ_TRANS = "CID_RMQ_SYS_TRANS";

    public static final String RETRY_GROUP_TOPIC_PREFIX = "%RETRY%";
    public static final String DLQ_GROUP_TOPIC_PREFIX = "%DLQ%";
    public static final String LMQ_PREFIX = "%LMQ%";
    public static final String REPLY_TOPIC_POSTFIX = "REPLY_TOPIC";
    public static final String REPLY_MESSAGE_FLAG = "reply";
    public static final String MULTI_DISPATCH_QUEUE_SPLITTER = ",";

    /** In {@code REAL_QID}-like places of light queues: they have one queue, this one. */
    public static final int LMQ_QUEUE_ID = 0;

    public static final long MASTER_ID = 0L;
    public static final long FIRST_SLAVE_ID = 1L;
    public static final long FIRST_BROKER_CONTROLLER_ID = 1L;

    /** Parts of a namespaced name are joined by this. */
    public static final char NAMESPACE_SEPARATOR = '%';

    public static final String UNIQUE_MSG_QUERY_FLAG = "_UNIQUE_KEY_QUERY";
    public static final String ZONE_NAME = "__ZONE_NAME";
    public static final String ZONE_MODE = "__ZONE_MODE";

    private MixAll() {}

    public static String getRetryTopic(String consumerGroup) {
        return RETRY_GROUP_TOPIC_PREFIX + consumerGroup;
    }

    public static String getDLQTopic(String consumerGroup) {
        return DLQ_GROUP_TOPIC_PREFIX + consumerGroup;
    }

    public static String getReplyTopic(String clusterName) {
        return clusterName + "_" + REPLY_TOPIC_POSTFIX;
    }

    public static boolean isRetryTopic(String topic) {
        return topic != null && topic.startsWith(RETRY_GROUP_TOPIC_PREFIX);
    }

    public static boolean isDLQTopic(String topic) {
        return topic != null && topic.startsWith(DLQ_GROUP_TOPIC_PREFIX);
    }

    /** Whether this is a light queue, in any namespace. */
    public static boolean isLmq(String topic) {
        return topic != null && topic.startsWith(LMQ_PREFIX);
    }

    /** Groups that the house itself uses. */
    public static boolean isSysConsumerGroup(String group) {
        return group.startsWith(CID_RMQ_SYS_PREFIX);
    }

    /** Groups every broker knows from the start, which are never auto-deleted and never namespaced. */
    public static boolean isPredefinedGroup(String group) {
        return isSysConsumerGroup(group)
                || switch (group) {
                    case DEFAULT_CONSUMER_GROUP,
                            DEFAULT_PRODUCER_GROUP,
                            TOOLS_CONSUMER_GROUP,
                            SCHEDULE_CONSUMER_GROUP,
                            FILTERSRV_CONSUMER_GROUP,
                            MONITOR_CONSUMER_GROUP,
                            CLIENT_INNER_PRODUCER_GROUP,
                            SELF_TEST_PRODUCER_GROUP,
                            SELF_TEST_CONSUMER_GROUP,
                            ONS_HTTP_PROXY_GROUP,
                            CID_ONSAPI_PERMISSION_GROUP,
                            CID_ONSAPI_OWNER_GROUP,
                            CID_ONSAPI_PULL_GROUP -> true;
                    default -> false;
                };
    }

    /** The port for requests that ask for the fast lane: the listen port minus 2. */
    public static String brokerVIPChannel(boolean isChange, String brokerAddr) {
        if (!isChange) {
            return brokerAddr;
        }
        int split = brokerAddr.lastIndexOf(':');
        int port = Integer.parseInt(brokerAddr.substring(split + 1)) - 2;
        return brokerAddr.substring(0, split + 1) + port;
    }
}
