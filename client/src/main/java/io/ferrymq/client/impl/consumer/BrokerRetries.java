package io.ferrymq.client.impl.consumer;

import io.ferrymq.client.impl.calls.BrokerLink;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.common.Clock;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.ConsumerSendMsgBackRequestHeader;
import io.ferrymq.remoting.protocol.header.SendMessageCodec;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a message back to the broker it came from, which has it in its log. When that broker does not take it, the message is sent to the
 * group's retry topic like a new one, to another broker if there is one.
 */
final class BrokerRetries implements Retries {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerRetries.class);
    private static final long TIMEOUT_MS = 5_000;
    private static final int FIRST_LEVEL = 3;
    private static final int DEFAULT_QUEUES = 4;
    private static final int COMPRESSION_FLAGS = MessageSysFlag.COMPRESSED_FLAG | MessageSysFlag.COMPRESSION_TYPE_MASK;

    private final Group group;
    private final BrokerLine brokers;
    private final Function<String, CompletableFuture<TopicRoute>> routes;
    private final Decoding decoding;
    private final Clock clock;

    /** @param routes finds the route of a topic */
    BrokerRetries(
            Group group,
            BrokerLine brokers,
            Function<String, CompletableFuture<TopicRoute>> routes,
            Decoding decoding,
            Clock clock) {
        this.group = group;
        this.brokers = brokers;
        this.routes = routes;
        this.decoding = decoding;
        this.clock = clock;
    }

    @Override
    public CompletableFuture<Void> giveBack(MessageExt message, int delayLevel, int maxReconsumeTimes) {
        ConsumerSendMsgBackRequestHeader header = new ConsumerSendMsgBackRequestHeader(
                message.getCommitLogOffset(),
                group.name(),
                delayLevel,
                message.getMsgId(),
                group.withNamespace(message.getTopic()),
                group.unitMode(),
                maxReconsumeTimes);
        return brokers.askMaster(
                        message.getBrokerName(), Request.of(RequestCode.CONSUMER_SEND_MSG_BACK, header), TIMEOUT_MS)
                .handle((reply, failure) -> {
                    if (failure == null) {
                        return CompletableFuture.<Void>completedFuture(null);
                    }
                    if (!decoding.readBody()) {
                        return CompletableFuture.<Void>failedFuture(Failures.cause(failure));
                    }
                    LOG.warn(
                            "group {}: broker {} does not take message {} back, it is sent to the retry topic: {}",
                            group.name(),
                            message.getBrokerName(),
                            message.getMsgId(),
                            Failures.text(failure));
                    return sendAnew(message, delayLevel, maxReconsumeTimes);
                })
                .thenCompose(done -> done);
    }

    private CompletableFuture<Void> sendAnew(MessageExt message, int delayLevel, int maxReconsumeTimes) {
        return routes.apply(group.retryTopic()).thenCompose(route -> {
            List<MessageQueue> queues = new ArrayList<>(route.writeQueues());
            Collections.shuffle(queues);
            queues.sort((a, b) -> Boolean.compare(isOf(message, a), isOf(message, b)));
            if (queues.isEmpty()) {
                return CompletableFuture.failedFuture(
                        new IllegalStateException("the topic " + group.retryTopic() + " has no queue to write to"));
            }
            return send(message, queues.get(0), delayLevel, maxReconsumeTimes);
        });
    }

    private static boolean isOf(MessageExt message, MessageQueue queue) {
        return queue.getBrokerName().equals(message.getBrokerName());
    }

    private CompletableFuture<Void> send(MessageExt message, MessageQueue queue, int delayLevel, int max) {
        String master = brokers.masterAddress(queue.getBrokerName());
        if (master == null) {
            return BrokerLine.unknown(queue.getBrokerName());
        }
        // Beyond the limit the broker makes a dead letter of it.
        int times = delayLevel == DEAD_LETTER ? max + 1 : message.getReconsumeTimes() + 1;
        SendMessageRequestHeader header = new SendMessageRequestHeader(
                MixAll.CLIENT_INNER_PRODUCER_GROUP,
                queue.getTopic(),
                MixAll.DEFAULT_TOPIC,
                DEFAULT_QUEUES,
                queue.getQueueId(),
                decoding.decompress() ? 0 : message.getSysFlag() & COMPRESSION_FLAGS,
                clock.nowMs(),
                message.getFlag(),
                properties(message, delayLevel, times, max),
                times,
                group.unitMode(),
                max,
                false,
                null);
        Request<?> request = new Request<>(RequestCode.SEND_MESSAGE_V2, header, SendMessageCodec.V2, message.getBody());
        return brokers.call(master, request, TIMEOUT_MS).thenAccept(reply -> {
            if (!StoredCodes.isStored(reply.code())) {
                throw new CompletionException(BrokerLink.refusal(reply, master));
            }
        });
    }

    private byte[] properties(MessageExt message, int delayLevel, int times, int max) {
        Map<String, String> properties = new HashMap<>();
        if (message.getProperties() != null) {
            properties.putAll(message.getProperties());
        }
        properties.putIfAbsent(MessageConst.PROPERTY_RETRY_TOPIC, group.withNamespace(message.getTopic()));
        properties.putIfAbsent(MessageConst.PROPERTY_ORIGIN_MESSAGE_ID, message.getMsgId());
        properties.put(MessageConst.PROPERTY_MAX_RECONSUME_TIMES, Integer.toString(max));
        properties.put(
                MessageConst.PROPERTY_DELAY_TIME_LEVEL,
                Integer.toString(delayLevel > 0 ? delayLevel : FIRST_LEVEL + times - 1));
        if (delayLevel == DEAD_LETTER) {
            properties.remove(MessageConst.PROPERTY_DELAY_TIME_LEVEL);
        }
        // Of this delivery only.
        properties.remove(MessageConst.PROPERTY_MIN_OFFSET);
        properties.remove(MessageConst.PROPERTY_MAX_OFFSET);
        properties.remove(MessageConst.PROPERTY_CONSUME_START_TIMESTAMP);
        properties.remove(MessageConst.PROPERTY_TRANSACTION_PREPARED);
        return MessageDecoder.messageProperties2String(properties).getBytes(StandardCharsets.UTF_8);
    }
}
