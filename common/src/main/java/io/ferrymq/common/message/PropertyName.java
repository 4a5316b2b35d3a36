package io.ferrymq.common.message;

import java.nio.charset.StandardCharsets;

/**
 * The reserved property names as constants that {@link PropertyBytes} finds in raw bytes without making a string.
 * At most 64, because presence is kept as one bit each.
 */
public enum PropertyName {
    KEYS(MessageConst.PROPERTY_KEYS),
    TAGS(MessageConst.PROPERTY_TAGS),
    WAIT(MessageConst.PROPERTY_WAIT_STORE_MSG_OK),
    DELAY(MessageConst.PROPERTY_DELAY_TIME_LEVEL),
    RETRY_TOPIC(MessageConst.PROPERTY_RETRY_TOPIC),
    REAL_TOPIC(MessageConst.PROPERTY_REAL_TOPIC),
    REAL_QID(MessageConst.PROPERTY_REAL_QUEUE_ID),
    TRAN_MSG(MessageConst.PROPERTY_TRANSACTION_PREPARED),
    PGROUP(MessageConst.PROPERTY_PRODUCER_GROUP),
    MIN_OFFSET(MessageConst.PROPERTY_MIN_OFFSET),
    MAX_OFFSET(MessageConst.PROPERTY_MAX_OFFSET),
    BUYER_ID(MessageConst.PROPERTY_BUYER_ID),
    ORIGIN_MESSAGE_ID(MessageConst.PROPERTY_ORIGIN_MESSAGE_ID),
    TRANSFER_FLAG(MessageConst.PROPERTY_TRANSFER_FLAG),
    CORRECTION_FLAG(MessageConst.PROPERTY_CORRECTION_FLAG),
    MQ2_FLAG(MessageConst.PROPERTY_MQ2_FLAG),
    RECONSUME_TIME(MessageConst.PROPERTY_RECONSUME_TIME),
    MSG_REGION(MessageConst.PROPERTY_MSG_REGION),
    TRACE_ON(MessageConst.PROPERTY_TRACE_SWITCH),
    UNIQ_KEY(MessageConst.PROPERTY_UNIQ_CLIENT_MESSAGE_ID_KEYIDX),
    EXTEND_UNIQ_INFO(MessageConst.PROPERTY_EXTEND_UNIQ_INFO),
    MAX_RECONSUME_TIMES(MessageConst.PROPERTY_MAX_RECONSUME_TIMES),
    CONSUME_START_TIME(MessageConst.PROPERTY_CONSUME_START_TIMESTAMP),
    INNER_NUM(MessageConst.PROPERTY_INNER_NUM),
    INNER_BASE(MessageConst.PROPERTY_INNER_BASE),
    DUP_INFO(MessageConst.DUP_INFO),
    CHECK_IMMUNITY_TIME_IN_SECONDS(MessageConst.PROPERTY_CHECK_IMMUNITY_TIME_IN_SECONDS),
    TRAN_PREPARED_QUEUE_OFFSET(MessageConst.PROPERTY_TRANSACTION_PREPARED_QUEUE_OFFSET),
    TRANSACTION_ID(MessageConst.PROPERTY_TRANSACTION_ID),
    TRANSACTION_CHECK_TIMES(MessageConst.PROPERTY_TRANSACTION_CHECK_TIMES),
    INSTANCE_ID(MessageConst.PROPERTY_INSTANCE_ID),
    CORRELATION_ID(MessageConst.PROPERTY_CORRELATION_ID),
    REPLY_TO_CLIENT(MessageConst.PROPERTY_MESSAGE_REPLY_TO_CLIENT),
    TTL(MessageConst.PROPERTY_MESSAGE_TTL),
    ARRIVE_TIME(MessageConst.PROPERTY_REPLY_MESSAGE_ARRIVE_TIME),
    PUSH_REPLY_TIME(MessageConst.PROPERTY_PUSH_REPLY_TIME),
    CLUSTER(MessageConst.PROPERTY_CLUSTER),
    MSG_TYPE(MessageConst.PROPERTY_MESSAGE_TYPE),
    POP_CK(MessageConst.PROPERTY_POP_CK),
    POP_CK_OFFSET(MessageConst.PROPERTY_POP_CK_OFFSET),
    FIRST_POP_TIME(MessageConst.PROPERTY_FIRST_POP_TIME),
    SHARDING_KEY(MessageConst.PROPERTY_SHARDING_KEY),
    FORWARD_QUEUE_ID(MessageConst.PROPERTY_FORWARD_QUEUE_ID),
    REDIRECT(MessageConst.PROPERTY_REDIRECT),
    INNER_MULTI_DISPATCH(MessageConst.PROPERTY_INNER_MULTI_DISPATCH),
    INNER_MULTI_QUEUE_OFFSET(MessageConst.PROPERTY_INNER_MULTI_QUEUE_OFFSET),
    TRACE_CONTEXT(MessageConst.PROPERTY_TRACE_CONTEXT),
    TIMER_DELIVER_MS(MessageConst.PROPERTY_TIMER_DELIVER_MS),
    TIMER_DELAY_MS(MessageConst.PROPERTY_TIMER_DELAY_MS),
    TIMER_DELAY_SEC(MessageConst.PROPERTY_TIMER_DELAY_SEC),
    TIMER_ENQUEUE_MS(MessageConst.PROPERTY_TIMER_ENQUEUE_MS),
    TIMER_DEQUEUE_MS(MessageConst.PROPERTY_TIMER_DEQUEUE_MS),
    TIMER_ROLL_TIMES(MessageConst.PROPERTY_TIMER_ROLL_TIMES),
    TIMER_OUT_MS(MessageConst.PROPERTY_TIMER_OUT_MS),
    TIMER_DEL_UNIQKEY(MessageConst.PROPERTY_TIMER_DEL_UNIQKEY),
    TIMER_DELAY_LEVEL(MessageConst.PROPERTY_TIMER_DELAY_LEVEL),
    BORN_HOST(MessageConst.PROPERTY_BORN_HOST),
    BORN_TIMESTAMP(MessageConst.PROPERTY_BORN_TIMESTAMP),
    TRANSIENT_TOPIC_SYS_FLAG(MessageConst.PROPERTY_TRANSIENT_TOPIC_CONFIG),
    TRANSIENT_GROUP_SYS_FLAG(MessageConst.PROPERTY_TRANSIENT_GROUP_CONFIG),
    CRC32(MessageConst.PROPERTY_CRC32),
    DLQ_ORIGIN_TOPIC(MessageConst.PROPERTY_DLQ_ORIGIN_TOPIC),
    DLQ_ORIGIN_MESSAGE_ID(MessageConst.PROPERTY_DLQ_ORIGIN_MESSAGE_ID),
    /** The offset id of the dead letter that an administrator has sent again. RocketMQ does not know it. */
    RESENT("FERRYMQ_RESENT");

    private final String text;

    PropertyName(String text) {
        this.text = text;
    }

    /** The name as it stands in properties. */
    public String text() {
        return text;
    }

    /** The place of this name's bit. Never stored, so it may change with the list. */
    @SuppressWarnings("EnumOrdinal")
    int index() {
        return ordinal();
    }

    byte[] ascii() {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
