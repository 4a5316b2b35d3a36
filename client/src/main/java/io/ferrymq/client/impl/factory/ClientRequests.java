package io.ferrymq.client.impl.factory;

import io.ferrymq.common.Clock;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.ConsumeMessageDirectlyResult;
import io.ferrymq.remoting.protocol.body.GetConsumerStatusBody;
import io.ferrymq.remoting.protocol.body.ResetOffsetBody;
import io.ferrymq.remoting.protocol.header.CheckTransactionStateRequestHeader;
import io.ferrymq.remoting.protocol.header.ConsumeMessageDirectlyRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerRunningInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerStatusRequestHeader;
import io.ferrymq.remoting.protocol.header.NotifyConsumerIdsChangedRequestHeader;
import io.ferrymq.remoting.protocol.header.ReplyMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.ResetOffsetRequestHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests that brokers make to clients: to whom they go and what they are answered. */
final class ClientRequests {
    private static final Logger LOG = LoggerFactory.getLogger(ClientRequests.class);

    private final Registrations registrations;
    private final ReplyTable replies;

    ClientRequests(Registrations registrations, ReplyTable replies) {
        this.registrations = registrations;
        this.replies = replies;
    }

    HandlerTable table(Executor workers) {
        return HandlerTable.builder()
                .on(
                        RequestCode.NOTIFY_CONSUMER_IDS_CHANGED,
                        NotifyConsumerIdsChangedRequestHeader.class,
                        this::membersChanged)
                .on(
                        workers,
                        RequestCode.CHECK_TRANSACTION_STATE,
                        CheckTransactionStateRequestHeader.class,
                        this::checkTransaction)
                .on(
                        workers,
                        RequestCode.RESET_CONSUMER_CLIENT_OFFSET,
                        ResetOffsetRequestHeader.class,
                        this::resetOffsets)
                .on(
                        workers,
                        RequestCode.GET_CONSUMER_STATUS_FROM_CLIENT,
                        GetConsumerStatusRequestHeader.class,
                        this::offsets)
                .on(
                        workers,
                        RequestCode.GET_CONSUMER_RUNNING_INFO,
                        GetConsumerRunningInfoRequestHeader.class,
                        this::runningInfo)
                .on(
                        workers,
                        RequestCode.CONSUME_MESSAGE_DIRECTLY,
                        ConsumeMessageDirectlyRequestHeader.class,
                        this::consumeDirectly)
                .on(
                        RequestCode.PUSH_REPLY_MESSAGE_TO_CLIENT,
                        ReplyMessageRequestHeader.class,
                        new PushedReplies(replies, workers, Clock.system())::pushed)
                .build();
    }

    private void membersChanged(RequestContext context, NotifyConsumerIdsChangedRequestHeader header, ByteBuf body) {
        RegisteredConsumer consumer = registrations.consumer(header.consumerGroup());
        if (consumer != null) {
            consumer.onMembersChanged();
        }
        context.respond(Response.success());
    }

    private void checkTransaction(RequestContext context, CheckTransactionStateRequestHeader header, ByteBuf body) {
        MessageExt half = message(body);
        String group = half.getProperty(MessageConst.PROPERTY_PRODUCER_GROUP);
        RegisteredProducer producer = group == null ? null : registrations.producer(group);
        if (producer == null) {
            LOG.warn("{} asks for a transaction of producer group {}, which is not here", context.connection(), group);
        } else {
            producer.checkTransaction(context.connection().remoteText(), header, half);
        }
        context.respond(Response.success());
    }

    private void resetOffsets(RequestContext context, ResetOffsetRequestHeader header, ByteBuf body) {
        RegisteredConsumer consumer = consumerOrRefuse(context, header.group());
        if (consumer != null) {
            ResetOffsetBody offsets = Json.decode(ByteBufUtil.getBytes(body), ResetOffsetBody.class);
            consumer.control().resetOffsets(header.topic(), offsets.offsetTable());
            context.respond(Response.success());
        }
    }

    private void offsets(RequestContext context, GetConsumerStatusRequestHeader header, ByteBuf body) {
        RegisteredConsumer consumer = consumerOrRefuse(context, header.group());
        if (consumer != null) {
            context.respond(Response.success(Json.encode(
                    GetConsumerStatusBody.ofClient(consumer.control().offsets(header.topic())))));
        }
    }

    private void runningInfo(RequestContext context, GetConsumerRunningInfoRequestHeader header, ByteBuf body) {
        RegisteredConsumer consumer = consumerOrRefuse(context, header.consumerGroup());
        if (consumer != null) {
            boolean withThreads = Boolean.TRUE.equals(header.jstackEnable());
            context.respond(Response.success(Json.encode(consumer.control().runningInfo(withThreads))));
        }
    }

    private void consumeDirectly(RequestContext context, ConsumeMessageDirectlyRequestHeader header, ByteBuf body) {
        RegisteredConsumer consumer = consumerOrRefuse(context, header.consumerGroup());
        if (consumer == null) {
            return;
        }
        ConsumeMessageDirectlyResult result = consumer.control().consumeDirectly(message(body), header.brokerName());
        if (result == null) {
            context.respond(
                    ResponseCode.SYSTEM_ERROR,
                    "the consumer group " + header.consumerGroup()
                            + " has no listener here that could be given the message: its application pulls messages"
                            + " itself");
        } else {
            context.respond(Response.success(Json.encode(result)));
        }
    }

    private RegisteredConsumer consumerOrRefuse(RequestContext context, String group) {
        RegisteredConsumer consumer = registrations.consumer(group);
        if (consumer == null) {
            context.respond(ResponseCode.SYSTEM_ERROR, "The Consumer Group <" + group + "> not exist in this consumer");
        }
        return consumer;
    }

    private static MessageExt message(ByteBuf body) {
        return MessageDecoder.clientDecode(ByteBuffer.wrap(ByteBufUtil.getBytes(body)), true);
    }
}
