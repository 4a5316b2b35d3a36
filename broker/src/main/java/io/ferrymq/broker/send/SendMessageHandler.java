package io.ferrymq.broker.send;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.delay.DelayLevels;
import io.ferrymq.common.TopicConfig;
import io.ferrymq.common.TopicFilterType;
import io.ferrymq.common.message.PropertyBytes;
import io.ferrymq.common.message.PropertyName;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.RequestHandler;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import io.ferrymq.store.AppendResult;
import io.ferrymq.store.BatchToStore;
import io.ferrymq.store.MessageToStore;
import io.netty.buffer.ByteBuf;

/** {@code SEND_MESSAGE} (10, 310) and {@code SEND_BATCH_MESSAGE} (320): checks in the order of spec remoting 5.1, then the log. */
public final class SendMessageHandler implements RequestHandler<SendMessageRequestHeader> {
    private final SendTools tools;
    private final RetrySends retries;
    private final DelayLevels delays;

    public SendMessageHandler(SendTools tools, RetrySends retries, DelayLevels delays) {
        this.tools = tools;
        this.retries = retries;
        this.delays = delays;
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
        if (header.isBatch()) {
            sendBatch(context, settings, header, queueId, body);
        } else {
            sendOne(context, settings, header, topic, queueId, body);
        }
    }

    private void sendOne(
            RequestContext context,
            BrokerConfig settings,
            SendMessageRequestHeader header,
            TopicConfig topic,
            int queueId,
            ByteBuf body) {
        PropertyBytes properties = tools.additions().complete(header.properties());
        if (!tools.checks().contentAllowed(context, settings, header, topic, properties, body.readableBytes())) {
            return;
        }
        int sysFlag = topic.topicFilterType() == TopicFilterType.MULTI_TAG
                ? header.sysFlag() | MessageSysFlag.MULTI_TAGS_FLAG
                : header.sysFlag();
        MessageToStore message = new MessageToStore(
                topic.topicName(),
                queueId,
                header.flag(),
                sysFlag,
                header.bornTimestamp(),
                tools.host().bornHost(context.connection()),
                tools.host().storeHost(),
                header.reconsumeTimesOrZero(),
                0,
                body.nioBuffer(),
                properties);
        if (RetrySends.isRetry(topic)) {
            message = retries.redirect(context, header, message);
            if (message == null) {
                return;
            }
        }
        if (properties.has(PropertyName.DELAY)) {
            message = delays.schedule(message);
        }
        AppendResult result = tools.store().append(message);
        tools.answers().answer(context, settings, result, topic.topicName(), queueId, properties);
    }

    private void sendBatch(
            RequestContext context, BrokerConfig settings, SendMessageRequestHeader header, int queueId, ByteBuf body) {
        if (!tools.checks().batchAllowed(context, header, body.readableBytes())) {
            return;
        }
        PropertyBytes properties =
                header.properties() == null ? PropertyBytes.EMPTY : PropertyBytes.scan(header.properties());
        AppendResult result = tools.store()
                .appendBatch(new BatchToStore(
                        header.topic(),
                        queueId,
                        header.sysFlag(),
                        header.bornTimestamp(),
                        tools.host().bornHost(context.connection()),
                        tools.host().storeHost(),
                        header.reconsumeTimesOrZero(),
                        body.nioBuffer(),
                        tools.additions().common()));
        tools.answers().answer(context, settings, result, header.topic(), queueId, properties);
    }
}
