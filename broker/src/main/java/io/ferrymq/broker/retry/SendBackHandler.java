package io.ferrymq.broker.retry;

import io.ferrymq.broker.client.ConsumerTable;
import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.broker.consume.Statistics;
import io.ferrymq.broker.record.StoredRecord;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ProtocolVersion;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.ConsumerSendMsgBackRequestHeader;
import io.ferrymq.store.LogSlices;
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.ThreadLocalRandom;

/**
 * {@code CONSUMER_SEND_MSG_BACK} (36): a message could not be consumed. It comes again after a delay, or, after its last attempt, is
 * at once among the dead letters of its group. Runs on a worker: it reads the log wherever the message is.
 */
public final class SendBackHandler implements RequestHandler<ConsumerSendMsgBackRequestHeader> {
    private final BrokerContext broker;
    private final MessageStore store;
    private final CopyAppender appender;
    private final Statistics statistics;
    private final TwinSendBacks twins;

    public SendBackHandler(
            BrokerContext broker,
            ConsumerTable consumers,
            MessageStore store,
            CopyAppender appender,
            Statistics statistics) {
        this.twins = new TwinSendBacks(consumers, broker.clock());
        this.broker = broker;
        this.store = store;
        this.appender = appender;
        this.statistics = statistics;
    }

    @Override
    public void handle(RequestContext context, ConsumerSendMsgBackRequestHeader header, ByteBuf body) {
        SubscriptionGroupConfig group = broker.groups().findOrCreate(header.group());
        if (broker.host().isSlave()) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "no master available along with " + broker.host().address());
        } else if (group == null) {
            context.respond(
                    ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST,
                    "subscription group " + header.group() + " does not exist");
        } else if (!broker.host().isWriteable()) {
            context.respond(
                    ResponseCode.NO_PERMISSION,
                    "broker " + broker.host().address() + " is not writable (brokerPermission)");
        } else {
            sendBack(context, header, group);
        }
    }

    private void sendBack(
            RequestContext context, ConsumerSendMsgBackRequestHeader header, SubscriptionGroupConfig group) {
        TopicConfig retryTopic = broker.topics()
                .createIfAbsent(
                        TopicConfig.of(MixAll.getRetryTopic(header.group()), Math.max(1, group.retryQueueNums())));
        if (retryTopic == null) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR, "topic " + MixAll.getRetryTopic(header.group()) + " cannot be created");
            return;
        }
        if (!retryTopic.isWriteable()) {
            context.respond(
                    ResponseCode.NO_PERMISSION,
                    "topic " + retryTopic.topicName() + " is not writable, its permission is " + retryTopic.perm());
            return;
        }
        try (LogSlices found = store.log().recordAt(header.offset())) {
            if (found.isEmpty()) {
                context.respond(
                        ResponseCode.SYSTEM_ERROR,
                        "look message by offset failed, no message begins at " + header.offset());
                return;
            }
            if (twins.isTwins(header.group(), context.connection(), header.offset())) {
                context.respond(Response.success());
                return;
            }
            StoredRecord message = StoredRecord.read(found.buffers().get(0));
            MessageToStore copy = copy(context, header, group, retryTopic, message);
            if (!appender.append(context, copy)) {
                twins.forget(header.group(), header.offset());
            }
        }
    }

    private MessageToStore copy(
            RequestContext context,
            ConsumerSendMsgBackRequestHeader header,
            SubscriptionGroupConfig group,
            TopicConfig retryTopic,
            StoredRecord message) {
        RetryCopy copies = new RetryCopy(message, header.group(), broker.host().storeHost());
        // Without a queue for retries there are none; what was dropped silently would be lost.
        boolean isLast = header.delayLevel() < 0
                || group.retryQueueNums() <= 0
                || message.reconsumeTimes() >= maxReconsumeTimes(context, header, group, message);
        statistics.sentBack(header.group(), message.topic(), isLast);
        if (isLast) {
            broker.topics().createIfAbsent(TopicConfig.of(MixAll.getDLQTopic(header.group()), 1));
            return copies.deadLetter();
        }
        // The topic may have been made when the group had fewer: consumers read no others.
        int queues = Math.max(1, Math.min(group.retryQueueNums(), retryTopic.readQueueNums()));
        int queueId = ThreadLocalRandom.current().nextInt(queues);
        return copies.retry(queueId, header.delayLevel());
    }

    /** The message's own limit, else the client's, else the group's. */
    private static int maxReconsumeTimes(
            RequestContext context,
            ConsumerSendMsgBackRequestHeader header,
            SubscriptionGroupConfig group,
            StoredRecord message) {
        int ofMessage = message.properties().getInt(PropertyName.MAX_RECONSUME_TIMES, -1);
        if (ofMessage >= 0) {
            return ofMessage;
        }
        boolean clientDecides =
                header.maxReconsumeTimes() != null && context.version() >= ProtocolVersion.MAX_RECONSUME_TIMES_MIN;
        return clientDecides ? header.maxReconsumeTimes() : group.retryMaxTimes();
    }
}
