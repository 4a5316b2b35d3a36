package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageResponseCodec;
import io.ferrymq.remoting.protocol.header.SendMessageResponseHeader;

/** What a broker's answer to a send means. */
final class SendReplies {
    private static final String DEFAULT_REGION = "DefaultRegion";

    private SendReplies() {}

    /** The result, or null when the broker refused. */
    static SendResult result(Reply reply, Outgoing message, String brokerName) {
        SendStatus status = status(reply.code());
        if (status == null) {
            return null;
        }
        SendMessageResponseHeader header = reply.header(SendMessageResponseCodec.INSTANCE);
        MessageQueue queue = new MessageQueue(message.message().getTopic(), brokerName, header.queueId());
        String region = header.msgRegion();
        SendResult result = new SendResult(
                status,
                message.uniqueIds(),
                queue,
                header.queueOffset(),
                header.transactionId(),
                header.msgId(),
                region == null || region.isEmpty() ? DEFAULT_REGION : region);
        result.setTraceOn(!Boolean.FALSE.equals(header.traceOn()));
        result.setRecallHandle(header.recallHandle());
        return result;
    }

    /** Whether a broker refused because its topic has fewer queues than the route says. */
    static boolean saysNoSuchQueue(Reply reply, MessageQueue queue) {
        // The code alone is ambiguous: brokers up to 5.3.1 answer SYSTEM_ERROR.
        boolean possible = reply.code() == ResponseCode.INVALID_PARAMETER || reply.code() == ResponseCode.SYSTEM_ERROR;
        String remark = reply.remark();
        return possible && remark != null && remark.contains("queueId[" + queue.getQueueId() + "] is illegal");
    }

    /** Whether a broker refused because it serves no transactions, or no delivery times, at all. */
    static boolean refusesTheKind(Reply reply, Outgoing message) {
        String remark = reply.remark();
        if (remark == null) {
            return false;
        }
        return switch (reply.code()) {
            case ResponseCode.NO_PERMISSION ->
                MessageSysFlag.getTransactionValue(message.sysFlag()) == MessageSysFlag.TRANSACTION_PREPARED_TYPE
                        && remark.contains("transaction");
            case ResponseCode.SYSTEM_ERROR -> asksForATime(message.message()) && remark.contains("timer");
            default -> false;
        };
    }

    private static boolean asksForATime(Message message) {
        return message.getProperty(MessageConst.PROPERTY_TIMER_DELAY_SEC) != null
                || message.getProperty(MessageConst.PROPERTY_TIMER_DELAY_MS) != null
                || message.getProperty(MessageConst.PROPERTY_TIMER_DELIVER_MS) != null;
    }

    private static SendStatus status(int code) {
        return switch (code) {
            case ResponseCode.SUCCESS -> SendStatus.SEND_OK;
            case ResponseCode.FLUSH_DISK_TIMEOUT -> SendStatus.FLUSH_DISK_TIMEOUT;
            case ResponseCode.FLUSH_SLAVE_TIMEOUT -> SendStatus.FLUSH_SLAVE_TIMEOUT;
            case ResponseCode.SLAVE_NOT_AVAILABLE -> SendStatus.SLAVE_NOT_AVAILABLE;
            default -> null;
        };
    }
}
