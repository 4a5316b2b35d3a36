package io.ferrymq.common.message;

import java.util.HashMap;
import java.util.Map;

/** The client's way to the properties that applications may not set. */
public final class MessageAccessor {
    private MessageAccessor() {}

    public static void putProperty(Message message, String name, String value) {
        message.putProperty(name, value);
    }

    /** Puts what many messages have in common: name, value, name, value …; the array must not change any more. */
    public static void putShared(Message message, String... pairs) {
        message.putShared(pairs);
    }

    public static void clearProperty(Message message, String name) {
        message.clearProperty(name);
    }

    public static void setProperties(Message message, Map<String, String> properties) {
        message.setProperties(properties);
    }

    public static Map<String, String> deepCopyProperties(Map<String, String> properties) {
        return properties == null ? null : new HashMap<>(properties);
    }

    /** The same message in another object, so that a retry or a namespace does not show in the application's one. */
    public static Message cloneMessage(Message message) {
        Message copy = new Message(message.getTopic(), message.getBody());
        copy.setFlag(message.getFlag());
        copy.setTransactionId(message.getTransactionId());
        copy.setProperties(deepCopyProperties(message.getProperties()));
        return copy;
    }

    public static void setTransferFlag(Message message, String unit) {
        message.putProperty(MessageConst.PROPERTY_TRANSFER_FLAG, unit);
    }

    public static String getTransferFlag(Message message) {
        return message.getProperty(MessageConst.PROPERTY_TRANSFER_FLAG);
    }

    public static void setCorrectionFlag(Message message, String unit) {
        message.putProperty(MessageConst.PROPERTY_CORRECTION_FLAG, unit);
    }

    public static String getCorrectionFlag(Message message) {
        return message.getProperty(MessageConst.PROPERTY_CORRECTION_FLAG);
    }

    public static void setMQ2Flag(Message message, String flag) {
        message.putProperty(MessageConst.PROPERTY_MQ2_FLAG, flag);
    }

    public static String getMQ2Flag(Message message) {
        return message.getProperty(MessageConst.PROPERTY_MQ2_FLAG);
    }

    public static void setOriginMessageId(Message message, String originMessageId) {
        message.putProperty(MessageConst.PROPERTY_ORIGIN_MESSAGE_ID, originMessageId);
    }

    public static String getOriginMessageId(Message message) {
        return message.getProperty(MessageConst.PROPERTY_ORIGIN_MESSAGE_ID);
    }

    public static void setReconsumeTime(Message message, String reconsumeTimes) {
        message.putProperty(MessageConst.PROPERTY_RECONSUME_TIME, reconsumeTimes);
    }

    public static String getReconsumeTime(Message message) {
        return message.getProperty(MessageConst.PROPERTY_RECONSUME_TIME);
    }

    public static void setMaxReconsumeTimes(Message message, String maxReconsumeTimes) {
        message.putProperty(MessageConst.PROPERTY_MAX_RECONSUME_TIMES, maxReconsumeTimes);
    }

    public static String getMaxReconsumeTimes(Message message) {
        return message.getProperty(MessageConst.PROPERTY_MAX_RECONSUME_TIMES);
    }

    public static void setConsumeStartTimeStamp(Message message, String consumeStartTimeMs) {
        message.putProperty(MessageConst.PROPERTY_CONSUME_START_TIMESTAMP, consumeStartTimeMs);
    }

    public static String getConsumeStartTimeStamp(Message message) {
        return message.getProperty(MessageConst.PROPERTY_CONSUME_START_TIMESTAMP);
    }
}
