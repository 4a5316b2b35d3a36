package io.ferrymq.broker.client;

import io.ferrymq.broker.client.ConsumerTable.Outcome;
import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.constant.PermName;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.common.sysflag.TopicSysFlag;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.HeartbeatResponseHeader;
import io.ferrymq.remoting.protocol.heartbeat.ConsumerData;
import io.ferrymq.remoting.protocol.heartbeat.HeartbeatData;
import io.ferrymq.remoting.protocol.heartbeat.ProducerData;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code HEART_BEAT} (34): a client says which groups it belongs to and what it subscribes. Runs on a worker, because groups and retry
 * topics that are new are written to the disk. Nearly all heartbeats repeat the one before, byte by byte, while nothing around them has
 * changed: those are answered on the event loop, unread, and change only the time the client was last heard of.
 */
public final class HeartbeatHandler implements RequestHandler<Void> {
    private static final Logger LOG = LoggerFactory.getLogger(HeartbeatHandler.class);
    private static final int FINDINGS_MAX = 10;
    private static final int RETRY_TOPIC_PERM = PermName.PERM_READ | PermName.PERM_WRITE;

    private final Membership membership;
    private final ConsumerTable consumers;
    private final BrokerContext broker;

    public HeartbeatHandler(Membership membership, ConsumerTable consumers, BrokerContext broker) {
        this.membership = membership;
        this.consumers = consumers;
        this.broker = broker;
    }

    @Override
    public boolean handleAtOnce(RequestContext context, Void header, ByteBuf body) {
        ClientLink link = membership.link(context.connection());
        if (link == null) {
            return false;
        }
        StandingBeat beat = link.lastBeat().standing();
        if (beat != null && beat.isSame(body) && stands(beat) && membership.repeated(link, beat.producerGroups())) {
            context.respond(Response.success(beat.answer()));
            return true;
        }
        link.lastBeat().reading(context);
        return false;
    }

    /** Whether all is as the heartbeat left it: the members and settings of its groups, and their retry topics. */
    private boolean stands(StandingBeat beat) {
        for (StandingBeat.Group group : beat.groups()) {
            String name = group.name();
            boolean same = group.isStill(consumers.find(name))
                    && group.config().equals(broker.groups().find(name))
                    && (group.config().retryQueueNums() <= 0
                            || broker.topics().find(MixAll.getRetryTopic(name)) != null);
            if (!same) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void handle(RequestContext context, Void header, ByteBuf body) {
        HeartbeatData beat = Json.decode(body.nioBuffer(), HeartbeatData.class);
        if (beat.clientID().isBlank()) {
            context.respond(ResponseCode.INVALID_PARAMETER, "the heartbeat's clientID is blank");
            return;
        }
        ClientLink link = membership.seen(context, beat.clientID());
        boolean joined = true;
        for (ConsumerData consumer : beat.consumerDataSet()) {
            joined &= join(context, link, consumer, beat);
        }
        for (ProducerData producer : beat.producerDataSet()) {
            joined &= producer.groupName() == null || membership.joinProducers(link, producer.groupName());
        }
        membership.watch(link);
        if (joined) {
            HeartbeatResponseHeader answer =
                    new HeartbeatResponseHeader(true, mustSendSubscriptions(link, beat), findings(link, beat));
            link.lastBeat().read(context, standing(link, beat, body, answer));
            context.respond(Response.success(answer));
        } else {
            context.respond(
                    ResponseCode.SYSTEM_BUSY,
                    "this broker knows as many members of groups as it may: " + consumers.memberCount()
                            + " consumers; raise clientMembersMax");
        }
    }

    /**
     * The heartbeat for comparing the next one with; null when that must be read in any case: what is wrong is looked at each time, as are ids
     * used twice, which take a while to show, and expressions, which are entered again when their topic was deleted.
     */
    private StandingBeat standing(ClientLink link, HeartbeatData beat, ByteBuf body, HeartbeatResponseHeader answer) {
        if (answer.ferrymqFindings() != null || body.readableBytes() > StandingBeat.BODY_MAX_BYTES) {
            return null;
        }
        List<StandingBeat.Group> groups = new ArrayList<>();
        for (ConsumerData consumer : beat.consumerDataSet()) {
            ConsumerGroup group = consumers.standing(link, consumer, beat.heartbeatFingerprint(), beat.withoutSub());
            SubscriptionGroupConfig config =
                    group == null ? null : broker.groups().find(group.name());
            if (config == null || group.hasTwinOf(link) || !group.expressions().isEmpty()) {
                return null;
            }
            groups.add(StandingBeat.Group.of(group, config));
        }
        List<String> producers = beat.producerDataSet().stream()
                .map(ProducerData::groupName)
                .filter(Objects::nonNull)
                .toList();
        return StandingBeat.of(body, groups, producers, answer);
    }

    private boolean join(RequestContext context, ClientLink link, ConsumerData consumer, HeartbeatData beat) {
        SubscriptionGroupConfig group =
                consumer.groupName() == null ? null : broker.groups().findOrCreate(consumer.groupName());
        if (group == null) {
            // As the protocol has it: the heartbeat succeeds, and the group's pulls say that it does not exist.
            return true;
        }
        if (group.retryQueueNums() > 0) {
            broker.topics().createIfAbsent(retryTopic(group, consumer));
        }
        return membership.joinConsumers(context, link, consumer, beat.heartbeatFingerprint(), beat.withoutSub())
                != Outcome.FULL;
    }

    private TopicConfig retryTopic(SubscriptionGroupConfig group, ConsumerData consumer) {
        boolean ordered = consumer.subscriptionDataSet().stream()
                .map(subscription ->
                        subscription.topic() == null ? null : broker.topics().find(subscription.topic()))
                .anyMatch(topic -> topic != null && topic.order());
        return new TopicConfig(
                        MixAll.getRetryTopic(group.groupName()),
                        group.retryQueueNums(),
                        group.retryQueueNums(),
                        RETRY_TOPIC_PERM)
                .withTopicSysFlag(TopicSysFlag.buildSysFlag(false, consumer.unitMode()))
                .withOrder(ordered);
    }

    /** What the client should know of its groups; null when all is well. */
    private String findings(ClientLink link, HeartbeatData beat) {
        List<String> twins = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (ConsumerData consumer : beat.consumerDataSet()) {
            GroupFindings findings =
                    consumer.groupName() == null ? null : consumers.findings(consumer.groupName(), link.connection());
            if (findings != null && twins.size() + others.size() < FINDINGS_MAX) {
                twins.addAll(findings.twins());
                others.addAll(findings.subscriptions());
            }
        }
        // The others were logged when they came about.
        if (link.tell(twins.isEmpty() ? null : String.join("\n", twins))) {
            twins.forEach(LOG::warn);
        }
        twins.addAll(others);
        return twins.isEmpty() ? null : String.join("\n", twins);
    }

    /** Clients without fingerprints send them anyway; the others when what is kept here is not what they have. */
    private boolean mustSendSubscriptions(ClientLink link, HeartbeatData beat) {
        if (beat.heartbeatFingerprint() == 0) {
            return true;
        }
        return !beat.consumerDataSet().stream()
                .allMatch(consumer -> consumers.knowsFingerprint(
                        consumer.groupName(), link.connection(), beat.heartbeatFingerprint()));
    }
}
