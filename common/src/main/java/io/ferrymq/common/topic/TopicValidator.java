package io.ferrymq.common.topic;

import java.util.Set;

/** The topics of the house itself, and what applications may do with them. For the rules on names see {@link NameRules}. */
public final class TopicValidator {
    public static final String AUTO_CREATE_TOPIC_KEY_TOPIC = "TBW102";
    public static final String RMQ_SYS_SCHEDULE_TOPIC = "SCHEDULE_TOPIC_XXXX";
    public static final String RMQ_SYS_BENCHMARK_TOPIC = "BenchmarkTest";
    public static final String RMQ_SYS_TRANS_HALF_TOPIC = "RMQ_SYS_TRANS_HALF_TOPIC";
    public static final String RMQ_SYS_TRANS_OP_HALF_TOPIC = "RMQ_SYS_TRANS_OP_HALF_TOPIC";
    public static final String RMQ_SYS_TRANS_CHECK_MAX_TIME_TOPIC = "TRANS_CHECK_MAX_TIME_TOPIC";
    public static final String RMQ_SYS_TRACE_TOPIC = "RMQ_SYS_TRACE_TOPIC";
    public static final String RMQ_SYS_SELF_TEST_TOPIC = "SELF_TEST_TOPIC";
    public static final String RMQ_SYS_OFFSET_MOVED_EVENT = "OFFSET_MOVED_EVENT";
    public static final String RMQ_ROCKSDB_CHECKPOINT_TOPIC = "CHECKPOINT_TOPIC";
    public static final String SYSTEM_TOPIC_PREFIX = "rmq_sys_";
    public static final String SYNC_BROKER_MEMBER_GROUP_PREFIX = SYSTEM_TOPIC_PREFIX + "SYNC_BROKER_MEMBER_";
    public static final String REVIVE_LOG_PREFIX = SYSTEM_TOPIC_PREFIX + "REVIVE_LOG_";
    public static final String TIMER_TOPIC = SYSTEM_TOPIC_PREFIX + "wheel_timer";

    private static final Set<String> NOT_ALLOWED_SEND = Set.of(
            RMQ_SYS_SCHEDULE_TOPIC,
            RMQ_SYS_TRANS_HALF_TOPIC,
            RMQ_SYS_TRANS_OP_HALF_TOPIC,
            RMQ_SYS_TRANS_CHECK_MAX_TIME_TOPIC,
            RMQ_SYS_SELF_TEST_TOPIC,
            RMQ_SYS_OFFSET_MOVED_EVENT);

    private static final Set<String> SYSTEM = Set.of(
            AUTO_CREATE_TOPIC_KEY_TOPIC,
            RMQ_SYS_SCHEDULE_TOPIC,
            RMQ_SYS_BENCHMARK_TOPIC,
            RMQ_SYS_TRANS_HALF_TOPIC,
            RMQ_SYS_TRANS_OP_HALF_TOPIC,
            RMQ_SYS_TRANS_CHECK_MAX_TIME_TOPIC,
            RMQ_SYS_TRACE_TOPIC,
            RMQ_SYS_SELF_TEST_TOPIC,
            RMQ_SYS_OFFSET_MOVED_EVENT,
            RMQ_ROCKSDB_CHECKPOINT_TOPIC);

    private TopicValidator() {}

    /** Whether admin commands must leave this topic alone. */
    public static boolean isSystemTopic(String topic) {
        return SYSTEM.contains(topic) || topic.startsWith(SYSTEM_TOPIC_PREFIX);
    }

    /** Whether applications may not send to this topic. */
    public static boolean isNotAllowedSendTopic(String topic) {
        return NOT_ALLOWED_SEND.contains(topic);
    }

    /** The fixed system topics, without those whose names carry a cluster or broker name. */
    public static Set<String> getSystemTopicSet() {
        return SYSTEM;
    }

    public static Set<String> getNotAllowedSendTopicSet() {
        return NOT_ALLOWED_SEND;
    }

    /** Whether the name has a character that {@link NameRules} does not allow. */
    public static boolean isTopicOrGroupIllegal(String name) {
        return NameRules.checkGroupOfAnyClient(name).isPresent();
    }
}
