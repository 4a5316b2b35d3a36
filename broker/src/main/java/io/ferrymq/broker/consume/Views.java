package io.ferrymq.broker.consume;

import io.ferrymq.broker.BrokerIdentity;
import io.ferrymq.broker.config.LiveConfig;
import io.ferrymq.broker.group.SubscriptionGroups;
import io.ferrymq.broker.registration.MasterWatch;
import io.ferrymq.broker.stats.BrokerStats;
import io.ferrymq.broker.topic.TopicTable;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.store.HostBytes;
import java.util.Set;

/** The other half of the broker as this half wants to see it. */
final class Views {
    private Views() {}

    /** The broker's identity and what it allows at the moment. */
    record Host(BrokerIdentity identity, LiveConfig config, MasterWatch master) implements HostBroker {
        @Override
        public String name() {
            return identity.brokerName();
        }

        @Override
        public String clusterName() {
            return identity.clusterName();
        }

        @Override
        public String address() {
            return identity.address();
        }

        @Override
        public HostBytes storeHost() {
            return identity.storeHost();
        }

        @Override
        public boolean isReadable() {
            return PermName.isReadable(config.current().permission());
        }

        @Override
        public boolean isWriteable() {
            return PermName.isWriteable(config.current().permission());
        }

        @Override
        public boolean isSlave() {
            return !identity.isMaster();
        }

        @Override
        public String masterAddress() {
            return master.current().address();
        }
    }

    /** The topic table. */
    record Topics(TopicTable table) implements TopicDirectory {
        @Override
        public TopicConfig find(String topic) {
            return table.find(topic);
        }

        @Override
        public TopicConfig createIfAbsent(TopicConfig wanted) {
            return table.findOrCreate(wanted);
        }
    }

    /** The table of groups. */
    record Groups(SubscriptionGroups table) implements GroupDirectory {
        @Override
        public SubscriptionGroupConfig find(String group) {
            return table.find(group);
        }

        @Override
        public SubscriptionGroupConfig findOrCreate(String group) {
            return table.findOrCreate(group);
        }

        @Override
        public boolean isReadForbidden(String group, String topic) {
            return !table.mayRead(group, topic);
        }

        @Override
        public Set<String> names() {
            return table.all().keySet();
        }
    }

    /** The broker's counters. */
    record Counters(BrokerStats stats) implements Statistics {
        @Override
        public void got(String group, String topic, int messages, int bytes) {
            stats.got(group, topic, messages, bytes);
        }

        @Override
        public void missed() {
            stats.missed();
        }

        @Override
        public void sentBack(String group, String topic, boolean toDeadLetters) {
            stats.topics().sentBack(group, topic, toDeadLetters);
        }

        @Override
        public void forgetTopic(String topic) {
            stats.topics().forgetTopic(topic);
        }

        @Override
        public void forgetGroup(String group) {
            stats.topics().forgetGroup(group);
        }

        @Override
        public void sample(long nowMs) {
            stats.topics().sample(nowMs);
        }

        @Override
        public double topicPutTps(String topic) {
            return stats.topics().putTps(topic);
        }

        @Override
        public double groupGetTps(String group, String topic) {
            return stats.topics().getTps(group, topic);
        }
    }
}
