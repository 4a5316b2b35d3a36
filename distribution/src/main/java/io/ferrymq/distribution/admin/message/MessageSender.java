package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageClientIDSetter;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.TopicQueue;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageCodec;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.SendMessageResponseCodec;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Sends single messages, each once: what it reports is the outcome of that one request. */
final class MessageSender {
    private static final long TIMEOUT_MS = 5_000;
    private static final int AUTO_CREATE_QUEUES = 4;

    private final Admin admin;
    private final String group;

    MessageSender(Admin admin, String group) {
        this.admin = admin;
        this.group = group;
    }

    /**
     * A stored message.
     *
     * @param status SEND_OK, or what the broker could not see in time: FLUSH_DISK_TIMEOUT, FLUSH_SLAVE_TIMEOUT, SLAVE_NOT_AVAILABLE
     */
    record Sent(String brokerName, int queueId, String status, String msgId, String offsetMsgId, long queueOffset) {}

    /** The queues that can be sent to; those of the topic to be when it is unknown and brokers create topics. */
    List<TopicQueue> queues(String topic, String brokerName) throws CommandFailed, InterruptedException {
        Optional<TopicRouteData> route = admin.findRoute(topic);
        boolean creates =
                route.isEmpty() && admin.findRoute(MixAll.DEFAULT_TOPIC).isPresent();
        TopicRouteData from = creates ? admin.route(MixAll.DEFAULT_TOPIC) : admin.route(topic);
        List<TopicQueue> queues = TopicQueue.writable(
                from, topic, broker -> broker.masterAddr() != null && isWanted(broker.brokerName(), brokerName));
        if (queues.isEmpty()) {
            throw new CommandFailed("topic '" + topic + "' has no queue to write to"
                    + (brokerName == null ? "" : " at broker '" + brokerName + "'"));
        }
        return creates
                ? queues.stream()
                        .filter(queue -> queue.queueId() < AUTO_CREATE_QUEUES)
                        .toList()
                : queues;
    }

    private static boolean isWanted(String name, String wanted) {
        return wanted == null || wanted.trim().equals(name);
    }

    Sent send(Message message, TopicQueue queue) throws CommandFailed, InterruptedException {
        MessageClientIDSetter.setUniqID(message);
        SendMessageRequestHeader header = new SendMessageRequestHeader(
                group,
                queue.topic(),
                MixAll.DEFAULT_TOPIC,
                AUTO_CREATE_QUEUES,
                queue.queueId(),
                0,
                System.currentTimeMillis(),
                message.getFlag(),
                MessageDecoder.messageProperties2String(message.getProperties()).getBytes(StandardCharsets.UTF_8),
                0,
                false,
                null,
                false,
                queue.brokerName());
        Request<?> request = new Request<>(RequestCode.SEND_MESSAGE_V2, header, SendMessageCodec.V2, message.getBody());
        Reply reply = admin.ask(queue.address(), request, TIMEOUT_MS);
        SendMessageResponseHeader answer = stored(reply, queue).header(SendMessageResponseCodec.INSTANCE);
        return new Sent(
                queue.brokerName(),
                answer.queueId(),
                reply.isSuccess() ? "SEND_OK" : ResponseCode.nameOf(reply.code()),
                MessageClientIDSetter.getUniqID(message),
                answer.msgId(),
                answer.queueOffset());
    }

    private static Reply stored(Reply reply, TopicQueue queue) throws CommandFailed {
        return switch (reply.code()) {
            case ResponseCode.SUCCESS,
                    ResponseCode.FLUSH_DISK_TIMEOUT,
                    ResponseCode.FLUSH_SLAVE_TIMEOUT,
                    ResponseCode.SLAVE_NOT_AVAILABLE -> reply;
            default ->
                throw new CommandFailed("broker '" + queue.brokerName() + "' refuses a message to queue "
                        + queue.queueId() + " of topic '" + queue.topic() + "': " + ResponseCode.nameOf(reply.code())
                        + " ("
                        + reply.code() + ") " + reply.remark());
        };
    }
}
