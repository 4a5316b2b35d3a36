package io.ferrymq.broker.pull;

import io.ferrymq.broker.client.CheckClientConfigHandler;
import io.ferrymq.broker.client.ConsumerGroup;
import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.client.RetryFilter;
import io.ferrymq.broker.client.Subscription;
import io.ferrymq.broker.client.Subscriptions;
import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.broker.consume.ConsumingSettings;
import io.ferrymq.broker.pull.PullDecision.Granted;
import io.ferrymq.broker.pull.PullDecision.Refused;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.common.sysflag.PullSysFlag;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.filter.FilterAPI;
import io.ferrymq.remoting.protocol.header.PullMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.PullMessageResponseHeader;
import io.ferrymq.remoting.protocol.heartbeat.ConsumeType;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.function.Supplier;

/** What a pull must pass before anything is read (spec: broker 8.1), in this order, because the first failure decides the code. */
final class PullChecks {
    private static final int FORBIDDEN_BROKER = 1;
    private static final int FORBIDDEN_GROUP = 2;
    private static final int FORBIDDEN_TOPIC = 3;
    private static final int FORBIDDEN_BROADCAST = 4;
    private static final int FORBIDDEN_SUBSCRIPTION = 5;

    private final BrokerContext broker;
    private final ConsumerTable consumers;
    private final Subscriptions subscriptions;
    private final Supplier<ConsumingSettings> settings;

    PullChecks(
            BrokerContext broker,
            ConsumerTable consumers,
            Subscriptions subscriptions,
            Supplier<ConsumingSettings> settings) {
        this.broker = broker;
        this.consumers = consumers;
        this.subscriptions = subscriptions;
        this.settings = settings;
    }

    PullDecision check(int code, PullMessageRequestHeader header) {
        if (!broker.host().isReadable()) {
            return forbidden(
                    FORBIDDEN_BROKER, "broker " + broker.host().address() + " is not readable (brokerPermission)");
        }
        if (code == RequestCode.LITE_PULL_MESSAGE && !settings.get().pulls().litePull()) {
            return forbidden(FORBIDDEN_BROKER, "lite pulls are switched off (litePullMessageEnable)");
        }
        SubscriptionGroupConfig group = broker.groups().findOrCreate(header.consumerGroup());
        if (group == null) {
            return refused(
                    ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST,
                    "subscription group " + header.consumerGroup() + " does not exist");
        }
        if (!group.consumeEnable()) {
            return forbidden(FORBIDDEN_GROUP, "group " + header.consumerGroup() + " may not consume (consumeEnable)");
        }
        TopicConfig topic = broker.topics().find(header.topic());
        if (topic == null) {
            return refused(ResponseCode.TOPIC_NOT_EXIST, "topic " + header.topic() + " does not exist");
        }
        if (!topic.isReadable()) {
            return forbidden(
                    FORBIDDEN_TOPIC, "topic " + header.topic() + " is not readable, its permission is " + topic.perm());
        }
        if (header.queueId() < 0 || header.queueId() >= topic.readQueueNums()) {
            return refused(
                    ResponseCode.INVALID_PARAMETER,
                    "queueId " + header.queueId() + " of topic " + header.topic() + ", allowed: 0 to "
                            + (topic.readQueueNums() - 1) + " (readQueueNums)");
        }
        // Answered as too small it would send the group back to the oldest message.
        if (header.queueOffset() < 0) {
            return refused(
                    ResponseCode.INVALID_PARAMETER, "queueOffset " + header.queueOffset() + ", allowed: 0 or more");
        }
        return PullSysFlag.hasSubscriptionFlag(header.sysFlag())
                ? ownSubscription(header, group, topic)
                : knownSubscription(header, group, topic);
    }

    /** For a pull that has waited: what its group wants may be another thing by now. */
    Granted asOfNow(PullMessageRequestHeader header, Granted before) {
        if (PullSysFlag.hasSubscriptionFlag(header.sysFlag())) {
            return before;
        }
        return knownSubscription(header, before.group(), before.topic()) instanceof Granted now ? now : before;
    }

    /**
     * Whether it comes from a push consumer itself: that has one pull for a queue, where applications that pull and proxies of many clients may
     * have several.
     */
    boolean isPushed(PullMessageRequestHeader header) {
        ConsumerGroup members = consumers.find(header.consumerGroup());
        return members != null
                && members.consumeType() == ConsumeType.CONSUME_PASSIVELY
                && header.proxyFrowardClientId() == null;
    }

    private PullDecision ownSubscription(
            PullMessageRequestHeader header, SubscriptionGroupConfig group, TopicConfig topic) {
        SubscriptionData data;
        try {
            data = FilterAPI.build(header.topic(), header.subscription(), header.expressionType(), header.subVersion());
        } catch (IllegalArgumentException e) {
            return refused(
                    ResponseCode.SUBSCRIPTION_PARSE_FAILED,
                    "parse the consumer's subscription of topic " + header.topic() + " failed: " + e.getMessage());
        }
        return granted(group, topic, subscriptions.of(data), null);
    }

    private PullDecision knownSubscription(
            PullMessageRequestHeader header, SubscriptionGroupConfig group, TopicConfig topic) {
        ConsumerGroup members = consumers.find(header.consumerGroup());
        if (members == null) {
            return refused(
                    ResponseCode.SUBSCRIPTION_NOT_EXIST,
                    "no member of group " + header.consumerGroup() + " is known here, heartbeats make it known");
        }
        if (members.isBroadcasting() && !group.consumeBroadcastEnable()) {
            return forbidden(
                    FORBIDDEN_BROADCAST,
                    "group " + header.consumerGroup() + " may not consume by broadcasting (consumeBroadcastEnable)");
        }
        if (broker.groups().isReadForbidden(header.consumerGroup(), header.topic())) {
            return forbidden(
                    FORBIDDEN_SUBSCRIPTION,
                    "group " + header.consumerGroup() + " may not read topic " + header.topic());
        }
        Subscription subscription = members.subscription(header.topic());
        if (subscription == null) {
            return refused(
                    ResponseCode.SUBSCRIPTION_NOT_EXIST,
                    "no member of group " + header.consumerGroup() + " subscribes topic " + header.topic());
        }
        if (subscription.data().subVersion() < header.subVersion()) {
            return refused(
                    ResponseCode.SUBSCRIPTION_NOT_LATEST,
                    "subscription of group " + header.consumerGroup() + " to topic " + header.topic()
                            + " is known here in version " + subscription.data().subVersion() + ", asked for "
                            + header.subVersion());
        }
        return granted(group, topic, subscription, members);
    }

    /** @param members whose subscription it is; null when the request brought its own */
    private PullDecision granted(
            SubscriptionGroupConfig group, TopicConfig topic, Subscription subscription, ConsumerGroup members) {
        ConsumingSettings.Filters filters = settings.get().pulls().filters();
        if (subscription.problem() != null) {
            return refused(
                    ResponseCode.SUBSCRIPTION_PARSE_FAILED,
                    "parse the consumer's subscription of topic " + topic.topicName() + " failed: "
                            + subscription.problem());
        }
        if (subscription.filter().wantsProperties() && !filters.properties()) {
            return refused(ResponseCode.SYSTEM_ERROR, CheckClientConfigHandler.switchedOff(subscription.data()));
        }
        boolean retries =
                filters.properties() && filters.retries() && members != null && MixAll.isRetryTopic(topic.topicName());
        return new Granted(
                group,
                topic,
                retries
                        ? RetryFilter.of(members)
                        : subscriptions.filterOf(topic.topicName(), group.groupName(), subscription));
    }

    private static PullDecision refused(int code, String reason) {
        return new Refused(Response.of(code, reason));
    }

    private static PullDecision forbidden(int type, String reason) {
        return new Refused(Response.of(
                ResponseCode.NO_PERMISSION,
                reason,
                PullMessageResponseHeader.of(0, 0, 0, 0).withForbiddenType(type)));
    }
}
