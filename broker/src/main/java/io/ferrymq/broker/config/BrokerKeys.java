package io.ferrymq.broker.config;

import static io.ferrymq.common.config.ConfigKey.ofBoolean;
import static io.ferrymq.common.config.ConfigKey.ofInt;
import static io.ferrymq.common.config.ConfigKey.ofList;
import static io.ferrymq.common.config.ConfigKey.ofLong;
import static io.ferrymq.common.config.ConfigKey.ofMillis;
import static io.ferrymq.common.config.ConfigKey.ofString;

import io.ferrymq.common.config.ConfigKey;
import java.util.List;

/** Who the broker is, whom it serves and how: RocketMQ's broker keys that have an effect here (spec: broker 22.1). */
public final class BrokerKeys {
    private static final long DAY_MS = 86_400_000;

    // Identity and addresses.
    public static final ConfigKey<String> BROKER_CLUSTER_NAME =
            ofString("brokerClusterName", "DefaultCluster").doc("Cluster this broker belongs to.");
    public static final ConfigKey<String> BROKER_NAME =
            ofString("brokerName", "").doc("Name shared by a master and its slaves; empty: the host's name.");
    public static final ConfigKey<Long> BROKER_ID = ofLong("brokerId", 0, 0, Long.MAX_VALUE)
            .doc("0 is the master of its name, all others are slaves; a master role forces 0.");
    public static final ConfigKey<String> NAMESRV_ADDR = ofString("namesrvAddr", "")
            .dynamic()
            .doc("Nameservers as host:port, separated by ';'. Empty: none, clients must know the broker's address.");
    public static final ConfigKey<String> BROKER_IP1 = ofString("brokerIP1", "")
            .doc("Address or name under which clients reach this broker; empty: chosen from the machine's addresses.");
    public static final ConfigKey<String> BROKER_IP2 =
            ofString("brokerIP2", "").doc("Address under which slaves reach this broker; empty: brokerIP1.");
    public static final ConfigKey<String> REGION_ID =
            ofString("regionId", "DefaultRegion").doc("Region that messages and answers carry.");

    // Registration.
    public static final ConfigKey<Long> REGISTER_NAME_SERVER_PERIOD = ofMillis(
                    "registerNameServerPeriod", 30_000, 10_000, 60_000)
            .dynamic()
            .doc("How often the broker registers at every nameserver.");
    public static final ConfigKey<Integer> REGISTER_BROKER_TIMEOUT_MILLS = ofInt(
                    "registerBrokerTimeoutMills", 24_000, 100, 300_000)
            .dynamic()
            .doc("How long a nameserver may take to answer a registration.");
    public static final ConfigKey<Boolean> FORCE_REGISTER = ofBoolean("forceRegister", true)
            .dynamic()
            .doc("Send all topics each time; false asks a nameserver first whether it misses a change.");
    public static final ConfigKey<Boolean> COMPRESSED_REGISTER =
            ofBoolean("compressedRegister", false).dynamic().doc("Send the topics of a registration compressed.");

    // Permissions and topics.
    public static final ConfigKey<Integer> BROKER_PERMISSION = ofInt("brokerPermission", 6, 0, 7)
            .dynamic()
            .doc("What this broker allows on all topics: 4 read, 2 write, 6 both.");
    public static final ConfigKey<Boolean> AUTO_CREATE_TOPIC_ENABLE = ofBoolean("autoCreateTopicEnable", true)
            .dynamic()
            .doc("Create a topic that a producer sends to and that does not exist.");
    public static final ConfigKey<Integer> DEFAULT_TOPIC_QUEUE_NUMS = ofInt("defaultTopicQueueNums", 8, 1, 1024)
            .doc("Queues of the template topic TBW102: the most an automatically created topic gets.");
    public static final ConfigKey<Boolean> CLUSTER_TOPIC_ENABLE =
            ofBoolean("clusterTopicEnable", true).doc("The topic with the cluster's name can be read and written.");
    public static final ConfigKey<Boolean> BROKER_TOPIC_ENABLE =
            ofBoolean("brokerTopicEnable", true).doc("The topic with the broker's name can be read and written.");
    public static final ConfigKey<Boolean> TRACE_TOPIC_ENABLE =
            ofBoolean("traceTopicEnable", false).doc("Create the topic for clients' message traces at start.");
    public static final ConfigKey<String> MSG_TRACE_TOPIC_NAME =
            ofString("msgTraceTopicName", "RMQ_SYS_TRACE_TOPIC").doc("Name of the topic for message traces.");
    public static final ConfigKey<Boolean> TRACE_ON =
            ofBoolean("traceOn", true).dynamic().doc("Tells clients that they may trace messages of this broker.");
    public static final ConfigKey<Boolean> VALIDATE_SYSTEM_TOPIC = ofBoolean("validateSystemTopicWhenUpdateTopic", true)
            .dynamic()
            .doc("Refuse to create or change a topic with the name of a system topic.");
    public static final ConfigKey<Boolean> ENABLE_MIXED_MESSAGE_TYPE = ofBoolean("enableMixedMessageType", false)
            .dynamic()
            .doc("Allow topics with the attribute message.type=MIXED.");
    public static final ConfigKey<Integer> REVIVE_QUEUE_NUM =
            ofInt("reviveQueueNum", 8, 1, 1024).doc("Queues of the topic in which popped messages are remembered.");

    // Sends.
    public static final ConfigKey<Long> START_ACCEPT_SEND_REQUEST_TIMESTAMP = ofLong(
                    "startAcceptSendRequestTimeStamp", 0, 0, Long.MAX_VALUE)
            .dynamic()
            .doc("Refuse sends until this time (ms since 1970).");
    public static final ConfigKey<Boolean> REJECT_TRANSACTION_MESSAGE =
            ofBoolean("rejectTransactionMessage", false).dynamic().doc("Refuse transactional messages.");
    public static final ConfigKey<Boolean> STORE_REPLY_MESSAGE_ENABLE =
            ofBoolean("storeReplyMessageEnable", true).dynamic().doc("Store the replies of request/reply, too.");

    // Groups and consumers.
    public static final ConfigKey<Boolean> AUTO_CREATE_SUBSCRIPTION_GROUP = ofBoolean(
                    "autoCreateSubscriptionGroup", true)
            .dynamic()
            .doc("Create a consumer group that appears and does not exist.");
    public static final ConfigKey<Boolean> ENABLE_CREATE_SYS_GROUP = ofBoolean("enableCreateSysGroup", true)
            .dynamic()
            .doc("Create a system group that appears, even when other groups are not created.");
    public static final ConfigKey<Long> FLUSH_CONSUMER_OFFSET_INTERVAL = ofMillis(
                    "flushConsumerOffsetInterval", 5_000, 10, 600_000)
            .dynamic()
            .doc("How often the positions of consumers are written to disk.");
    public static final ConfigKey<Integer> CONSUMER_OFFSET_UPDATE_VERSION_STEP = ofInt(
                    "consumerOffsetUpdateVersionStep", 500, 1, 1_000_000)
            .doc("Commits between two versions of the table of positions.");
    public static final ConfigKey<Integer> DELAY_OFFSET_UPDATE_VERSION_STEP = ofInt(
                    "delayOffsetUpdateVersionStep", 200, 1, 1_000_000)
            .doc("Deliveries between two versions of the table of delay positions.");
    public static final ConfigKey<Boolean> LONG_POLLING_ENABLE = ofBoolean("longPollingEnable", true)
            .dynamic()
            .doc("Hold a pull that found nothing until a message comes or its own time is over.");
    public static final ConfigKey<Long> SHORT_POLLING_TIME_MILLS = ofMillis("shortPollingTimeMills", 1_000, 1, 60_000)
            .dynamic()
            .doc("How long such a pull is held without long polling.");
    public static final ConfigKey<Boolean> NOTIFY_CONSUMER_IDS_CHANGED_ENABLE = ofBoolean(
                    "notifyConsumerIdsChangedEnable", true)
            .dynamic()
            .doc("Tell the members of a group at once when one comes or goes.");
    public static final ConfigKey<Long> CHANNEL_EXPIRED_TIMEOUT = ofMillis(
                    "channelExpiredTimeout", 120_000, 1_000, DAY_MS)
            .dynamic()
            .doc("A client without heartbeat for so long is gone.");
    public static final ConfigKey<Long> SUBSCRIPTION_EXPIRED_TIMEOUT = ofMillis(
                    "subscriptionExpiredTimeout", 600_000, 1_000, 7 * DAY_MS)
            .dynamic()
            .doc("A subscription that no heartbeat has named for so long is forgotten.");
    public static final ConfigKey<Integer> PULL_WAITERS_MAX = ofInt("pullWaitersMax", 200_000, 1, 10_000_000)
            .dynamic()
            .doc("Pulls that may be held at once; further ones are answered at once.");
    public static final ConfigKey<Integer> CLIENT_MEMBERS_MAX = ofInt("clientMembersMax", 500_000, 1, 10_000_000)
            .dynamic()
            .doc("Memberships of clients in groups, producers and consumers each; further ones are refused.");
    public static final ConfigKey<Boolean> ENABLE_REGISTER_PRODUCER =
            ofBoolean("enableRegisterProducer", true).dynamic().doc("Remember which producers are connected.");
    public static final ConfigKey<Boolean> OFFSET_CHECK_IN_SLAVE =
            ofBoolean("offsetCheckInSlave", false).dynamic().doc("A slave corrects a position outside its queue, too.");
    public static final ConfigKey<Boolean> SLAVE_READ_ENABLE = ofBoolean("slaveReadEnable", false)
            .dynamic()
            .doc("Master: send consumers that lag far behind to a slave. Slave: serve consumers.");
    public static final ConfigKey<Boolean> ENABLE_PROPERTY_FILTER =
            ofBoolean("enablePropertyFilter", false).dynamic().doc("Allow SQL92 expressions as filters.");
    public static final ConfigKey<Boolean> FILTER_SUPPORT_RETRY =
            ofBoolean("filterSupportRetry", false).dynamic().doc("Filter retried messages by SQL92 expressions, too.");
    public static final ConfigKey<Long> FILTER_DATA_CLEAN_TIME_SPAN = ofMillis(
                    "filterDataCleanTimeSpan", DAY_MS, 1_000, 365 * DAY_MS)
            .dynamic()
            .doc("A group's SQL92 expression that no member has had for so long is forgotten.");
    public static final ConfigKey<Integer> MAX_ERROR_RATE_OF_BLOOM_FILTER = ofInt(
                    "maxErrorRateOfBloomFilter", 20, 1, 99)
            .doc("Percent of messages that a bit map may wrongly call a match when it holds as many groups as"
                    + " expected.");
    public static final ConfigKey<Integer> EXPECT_CONSUMER_NUM_USE_FILTER = ofInt(
                    "expectConsumerNumUseFilter", 32, 1, 10_000)
            .doc("Groups with SQL92 expressions on one topic that bit maps are sized for.");
    public static final ConfigKey<Boolean> REJECT_PULL_CONSUMER_ENABLE = ofBoolean("rejectPullConsumerEnable", false)
            .dynamic()
            .doc("Refuse pulls of consumers that did not send a heartbeat.");
    public static final ConfigKey<Boolean> LITE_PULL_MESSAGE_ENABLE =
            ofBoolean("litePullMessageEnable", true).dynamic().doc("Serve lite pull consumers.");
    public static final ConfigKey<Boolean> USE_SERVER_SIDE_RESET_OFFSET = ofBoolean("useServerSideResetOffset", true)
            .dynamic()
            .doc("A reset of positions is kept by the broker and handed to the next pull.");

    public static final ConfigKey<Integer> LAG_SCAN_MESSAGES_MAX = ofInt(
                    "lagScanMessagesMax", 1_000_000, 1, 1_000_000_000)
            .dynamic()
            .doc("Messages looked at to count what a filtered group has still to consume, for one question; beyond"
                    + " it is estimated.");

    // Administration.
    public static final ConfigKey<List<String>> CONFIG_BLACK_LIST = ofList(
                    "configBlackList", List.of("configBlackList", "brokerConfigPath"))
            .doc("Keys that no request may change.");

    private BrokerKeys() {}
}
