package io.ferrymq.broker.send;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.LiveConfig;
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
import io.ferrymq.store.MessageStore;
import io.ferrymq.store.MessageToStore;
import io.netty.buffer.ByteBuf;

/** {@code SEND_MESSAGE} (10, 310) and {@code SEND_BATCH_MESSAGE} (320): checks in the order of spec remoting 5.1, then the log. */
public final class SendMessageHandler implements RequestHandler<SendMessageRequestHeader> {
    private final LiveConfig config;
    private final SendChecks checks;
    private final PropertyAdditions additions;
    private final RetrySends retries;
    private final DelayLevels delays;
    private final StoreHost host;
    private final MessageStore store;
    private final SendAnswers answers;

    public SendMessageHandler(
            LiveConfig config,
            SendChecks checks,
            PropertyAdditions additions,
            RetrySends retries,
            DelayLevels delays,
            StoreHost host,
            MessageStore store,
            SendAnswers answers) {
        this.config = config;
        this.checks = checks;
        this.additions = additions;
        this.retries = retries;
        this.delays = delays;
        this.host = host;
        this.store = store;
        this.answers = answers;
    }

    @Override
    public void handle(RequestContext context, SendMessageRequestHeader header, ByteBuf body) {
        BrokerConfig settings = config.current();
        TopicConfig topic = checks.topicFor(context, settings, header);
        if (topic == null) {
            return;
        }
        int queueId = checks.queueFor(context, topic, header.queueId());
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
        PropertyBytes properties = additions.complete(header.properties());
        if (!checks.contentAllowed(context, settings, header, topic, properties, body.readableBytes())) {
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
                host.bornHost(context.connection()),
                host.storeHost(),
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
        AppendResult result = store.append(message);
        answers.answer(context, settings, result, topic.topicName(), queueId, properties);
    }

    private void sendBatch(
            RequestContext context, BrokerConfig settings, SendMessageRequestHeader header, int queueId, ByteBuf body) {
        if (!checks.batchAllowed(context, header, body.readableBytes())) {
            return;
        }
        PropertyBytes properties =
                header.properties() == null ? PropertyBytes.EMPTY : PropertyBytes.scan(header.properties());
        AppendResult result = store.appendBatch(new io.ferrymq.store.BatchToStore(
                header.topic(),
                queueId,
                header.sysFlag(),
                header.bornTimestamp(),
                host.bornHost(context.connection()),
                host.storeHost(),
                header.reconsumeTimesOrZero(),
                body.nioBuffer(),
                additions.common()));
        answers.answer(context, settings, result, header.topic(), queueId, properties);
    }
}
