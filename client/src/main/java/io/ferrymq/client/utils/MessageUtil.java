package io.ferrymq.client.utils;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.MixAll;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageConst;

/** For consumers that answer requests (RocketMQ client facts, section request/reply). */
public final class MessageUtil {
    private MessageUtil() {}

    /**
     * The reply to a request; an ordinary send brings it to the requester.
     *
     * @param requestMessage as it was consumed
     * @param body of the reply, not empty
     * @throws MQClientException with code 10007 when the message is no request or has not come from a broker
     */
    public static Message createReplyMessage(Message requestMessage, byte[] body) throws MQClientException {
        if (requestMessage == null) {
            throw refusal("requestMessage cannot be null");
        }
        Message reply = new Message(MixAll.getReplyTopic(needed(requestMessage, MessageConst.PROPERTY_CLUSTER)), body);
        MessageAccessor.putProperty(reply, MessageConst.PROPERTY_MESSAGE_TYPE, MixAll.REPLY_MESSAGE_FLAG);
        copy(requestMessage, reply, MessageConst.PROPERTY_CORRELATION_ID);
        copy(requestMessage, reply, MessageConst.PROPERTY_MESSAGE_REPLY_TO_CLIENT);
        copy(requestMessage, reply, MessageConst.PROPERTY_MESSAGE_TTL);
        return reply;
    }

    private static void copy(Message request, Message reply, String property) throws MQClientException {
        MessageAccessor.putProperty(reply, property, needed(request, property));
    }

    private static String needed(Message request, String property) throws MQClientException {
        String value = request.getProperty(property);
        if (value == null) {
            throw refusal("requestMessage error, property[" + property
                    + "] is null: was the message sent by request(), and is it the one that was consumed?");
        }
        return value;
    }

    private static MQClientException refusal(String why) {
        return new MQClientException(
                ClientErrorCode.CREATE_REPLY_MESSAGE_EXCEPTION, "create reply message fail, " + why);
    }

    /** The client id of who sent the request, or null. */
    public static String getReplyToClient(Message message) {
        return message.getProperty(MessageConst.PROPERTY_MESSAGE_REPLY_TO_CLIENT);
    }
}
