package io.ferrymq.client.impl.producer;

import io.ferrymq.client.producer.ProducerConfig;
import io.ferrymq.common.Clock;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.SendMessageCodec;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;

/** The request of one attempt: made anew for each, because queue and broker are in its header. */
final class SendRequests {
    private final ProducerConfig config;
    private final String group;
    private final Clock clock;
    private final boolean shortNames =
            Boolean.parseBoolean(System.getProperty("org.apache.rocketmq.client.sendSmartMsg", "true"));

    SendRequests(ProducerConfig config, String group, Clock clock) {
        this.config = config;
        this.group = group;
        this.clock = clock;
    }

    Request<SendMessageRequestHeader> request(Outgoing message, MessageQueue queue) {
        SendMessageRequestHeader header = new SendMessageRequestHeader(
                group,
                message.topic(),
                config.getCreateTopicKey(),
                config.getDefaultTopicQueueNums(),
                queue.getQueueId(),
                message.sysFlag(),
                clock.nowMs(),
                message.message().getFlag(),
                message.properties(),
                message.reconsumeTimes(),
                config.isUnitMode(),
                message.maxReconsumeTimes(),
                message.batch(),
                queue.getBrokerName());
        if (message.reply()) {
            int code = shortNames ? RequestCode.SEND_REPLY_MESSAGE_V2 : RequestCode.SEND_REPLY_MESSAGE;
            return new Request<>(code, header, shortNames ? SendMessageCodec.V2 : SendMessageCodec.V1, message.body());
        }
        if (message.batch()) {
            return new Request<>(RequestCode.SEND_BATCH_MESSAGE, header, SendMessageCodec.V2, message.body());
        }
        return shortNames
                ? new Request<>(RequestCode.SEND_MESSAGE_V2, header, SendMessageCodec.V2, message.body())
                : new Request<>(RequestCode.SEND_MESSAGE, header, SendMessageCodec.V1, message.body());
    }
}
