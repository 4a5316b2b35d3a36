package io.ferrymq.broker.send;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.common.Clock;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.ReplyMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import io.ferrymq.store.AppendResult;
import io.ferrymq.store.MessageToStore;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code SEND_REPLY_MESSAGE} (324, 325): pushes the answer of a request/reply pair to the client that asked, and stores it (spec: remoting
 * 5.3). The push is a callback: no thread waits for the client.
 */
public final class ReplyHandler implements RequestHandler<SendMessageRequestHeader> {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyHandler.class);
    private static final long PUSH_TIMEOUT_MS = 10_000;

    private final SendTools tools;
    private final Function<String, Connection> producers;
    private final Clock clock;

    /** @param producers connection of the producer with a client id, or null */
    public ReplyHandler(SendTools tools, Function<String, Connection> producers, Clock clock) {
        this.tools = tools;
        this.producers = producers;
        this.clock = clock;
    }

    @Override
    public void handle(RequestContext context, SendMessageRequestHeader header, ByteBuf body) {
        BrokerConfig settings = tools.config().current();
        TopicConfig topic = tools.checks().topicFor(context, settings, header);
        if (topic == null) {
            return;
        }
        int queueId = tools.checks().queueFor(context, topic, header.queueId());
        if (queueId < 0) {
            return;
        }
        byte[] content = ByteBufUtil.getBytes(body);
        PropertyBytes properties =
                header.properties() == null ? PropertyBytes.EMPTY : PropertyBytes.scan(header.properties());
        String clientId = properties.get(PropertyName.REPLY_TO_CLIENT);
        Connection requester = clientId == null ? null : producers.apply(clientId);
        if (requester == null) {
            String problem = clientId == null
                    ? "push reply message fail, the reply has no property REPLY_TO_CLIENT"
                    : "push reply message fail, channel of <" + clientId + "> not found.";
            storeAndAnswer(context, header, queueId, content, problem);
            return;
        }
        requester
                .call(push(context, header, queueId, properties, content), PUSH_TIMEOUT_MS)
                .whenComplete((reply, failure) ->
                        storeAndAnswer(context, header, queueId, content, problemOf(clientId, reply, failure)));
    }

    private static String problemOf(String clientId, Reply reply, Throwable failure) {
        if (failure != null) {
            return "push reply message to <" + clientId + "> fail: " + failure.getMessage();
        }
        return reply.isSuccess()
                ? null
                : "push reply message to <" + clientId + "> fail: it answered " + reply.code() + " " + reply.remark();
    }

    private Request<?> push(
            RequestContext context,
            SendMessageRequestHeader header,
            int queueId,
            PropertyBytes properties,
            byte[] content) {
        String nowMs = Long.toString(clock.nowMs());
        PropertyBytes pushed = properties.with(PropertyName.PUSH_REPLY_TIME, nowMs);
        ReplyMessageRequestHeader push = new ReplyMessageRequestHeader(
                header.producerGroup(),
                header.topic(),
                header.defaultTopic(),
                header.defaultTopicQueueNums(),
                queueId,
                header.sysFlag(),
                header.bornTimestamp(),
                header.flag(),
                new String(pushed.bytes(), StandardCharsets.UTF_8),
                header.reconsumeTimes(),
                header.unitMode(),
                context.connection().remoteText(),
                tools.host().storeHost().toString(),
                clock.nowMs());
        return Request.of(RequestCode.PUSH_REPLY_MESSAGE_TO_CLIENT, push).withBody(content);
    }

    /** @param problem why the push failed, or null when the client has the reply */
    private void storeAndAnswer(
            RequestContext context, SendMessageRequestHeader header, int queueId, byte[] content, String problem) {
        AppendResult stored = null;
        PropertyBytes properties = tools.additions().complete(header.properties());
        if (tools.config().current().get(BrokerKeys.STORE_REPLY_MESSAGE_ENABLE)) {
            stored = tools.store()
                    .append(new MessageToStore(
                            header.topic(),
                            queueId,
                            header.flag(),
                            header.sysFlag(),
                            header.bornTimestamp(),
                            tools.host().bornHost(context.connection()),
                            tools.host().storeHost(),
                            header.reconsumeTimesOrZero(),
                            0,
                            ByteBuffer.wrap(content),
                            properties));
            tools.store().dispatch();
            if (stored instanceof AppendResult.Refused refused) {
                LOG.warn("reply for {} not stored: {}", header.topic(), refused.text());
            }
        }
        tools.answers().answerReply(context, tools.config().current(), stored, queueId, properties, problem);
    }
}
