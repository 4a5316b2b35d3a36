package io.ferrymq.broker.topic;

import io.ferrymq.broker.BrokerIdentity;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.topic.TopicValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The topics that a broker has from the start (spec: broker 5.5), and which names therefore belong to the house. */
public final class BuiltInTopics {
    private static final int BENCHMARK_QUEUES = 1024;
    private static final int CLUSTER_QUEUES = 16;

    private final Map<String, TopicConfig> topics;

    private BuiltInTopics(List<TopicConfig> topics) {
        Map<String, TopicConfig> byName = new java.util.LinkedHashMap<>();
        topics.forEach(topic -> byName.put(topic.topicName(), topic));
        this.topics = byName;
    }

    /** @param delayLevels number of delay levels, which is that of the schedule topic's queues */
    public static BuiltInTopics of(BrokerIdentity identity, BrokerConfig config, int delayLevels) {
        List<TopicConfig> topics = new ArrayList<>();
        topics.add(TopicConfig.of(TopicValidator.RMQ_SYS_SELF_TEST_TOPIC, 1));
        if (config.isAutoCreateTopics()) {
            topics.add(template(config.get(BrokerKeys.DEFAULT_TOPIC_QUEUE_NUMS)));
        }
        topics.add(TopicConfig.of(TopicValidator.RMQ_SYS_BENCHMARK_TOPIC, BENCHMARK_QUEUES));
        topics.add(new TopicConfig(
                identity.clusterName(),
                CLUSTER_QUEUES,
                CLUSTER_QUEUES,
                inherited(config.get(BrokerKeys.CLUSTER_TOPIC_ENABLE))));
        topics.add(new TopicConfig(identity.brokerName(), 1, 1, inherited(config.get(BrokerKeys.BROKER_TOPIC_ENABLE))));
        topics.add(TopicConfig.of(TopicValidator.RMQ_SYS_OFFSET_MOVED_EVENT, 1));
        topics.add(TopicConfig.of(TopicValidator.RMQ_SYS_SCHEDULE_TOPIC, delayLevels));
        if (config.get(BrokerKeys.TRACE_TOPIC_ENABLE)) {
            topics.add(TopicConfig.of(config.get(BrokerKeys.MSG_TRACE_TOPIC_NAME), 1));
        }
        topics.add(TopicConfig.of(MixAll.getReplyTopic(identity.clusterName()), 1));
        topics.add(TopicConfig.of(
                TopicValidator.REVIVE_LOG_PREFIX + identity.clusterName(), config.get(BrokerKeys.REVIVE_QUEUE_NUM)));
        topics.add(new TopicConfig(
                TopicValidator.SYNC_BROKER_MEMBER_GROUP_PREFIX + identity.brokerName(), 1, 1, PermName.PERM_INHERIT));
        topics.add(TopicConfig.of(TopicValidator.RMQ_SYS_TRANS_HALF_TOPIC, 1));
        topics.add(TopicConfig.of(TopicValidator.RMQ_SYS_TRANS_OP_HALF_TOPIC, 1));
        return new BuiltInTopics(topics);
    }

    private static TopicConfig template(int queues) {
        return new TopicConfig(TopicValidator.AUTO_CREATE_TOPIC_KEY_TOPIC, queues, queues, inherited(true));
    }

    private static int inherited(boolean readWrite) {
        return PermName.PERM_INHERIT | (readWrite ? PermName.PERM_READ | PermName.PERM_WRITE : 0);
    }

    /** Puts them into the table. One that was kept with other settings takes those given by the configuration. */
    public void putInto(TopicTable table) {
        topics.values().forEach(table::put);
    }

    /** Whether admin commands must leave this topic alone. */
    public boolean isSystem(String topic) {
        return TopicValidator.isSystemTopic(topic) || topics.containsKey(topic);
    }

    /** All names that {@link #isSystem} knows, sorted. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>(TopicValidator.getSystemTopicSet());
        names.addAll(topics.keySet());
        return names;
    }
}
