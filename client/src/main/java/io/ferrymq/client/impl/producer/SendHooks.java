package io.ferrymq.client.impl.producer;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.hook.CheckForbiddenContext;
import io.ferrymq.client.hook.CheckForbiddenHook;
import io.ferrymq.client.hook.EndTransactionContext;
import io.ferrymq.client.hook.EndTransactionHook;
import io.ferrymq.client.hook.SendMessageContext;
import io.ferrymq.client.hook.SendMessageHook;
import io.ferrymq.client.impl.CommunicationMode;
import io.ferrymq.client.producer.ProducerConfig;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.common.message.MessageType;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The application's hooks around sends. Without any they cost one look at an empty list. */
final class SendHooks {
    private static final Logger LOG = LoggerFactory.getLogger(SendHooks.class);

    private final DefaultMQProducerImpl producer;
    private final ProducerConfig config;
    private final List<SendMessageHook> sending = new CopyOnWriteArrayList<>();
    private final List<CheckForbiddenHook> forbidding = new CopyOnWriteArrayList<>();
    private final List<EndTransactionHook> ending = new CopyOnWriteArrayList<>();

    SendHooks(DefaultMQProducerImpl producer, ProducerConfig config) {
        this.producer = producer;
        this.config = config;
    }

    void add(SendMessageHook hook) {
        sending.add(hook);
    }

    void add(CheckForbiddenHook hook) {
        forbidding.add(hook);
    }

    void add(EndTransactionHook hook) {
        ending.add(hook);
    }

    boolean isEmpty() {
        return sending.isEmpty() && forbidding.isEmpty();
    }

    /** @throws MQClientException when a hook forbids the attempt */
    void checkForbidden(Message message, MessageQueue queue, String address, CommunicationMode mode)
            throws MQClientException {
        if (forbidding.isEmpty()) {
            return;
        }
        CheckForbiddenContext context = new CheckForbiddenContext();
        context.setNameSrvAddr(config.getNamesrvAddr());
        context.setGroup(config.getProducerGroup());
        context.setMessage(message);
        context.setMq(queue);
        context.setBrokerAddr(address);
        context.setCommunicationMode(mode);
        context.setUnitMode(config.isUnitMode());
        for (CheckForbiddenHook hook : forbidding) {
            hook.checkForbidden(context);
        }
    }

    /** The context that belongs to this attempt, or null without hooks. */
    SendMessageContext before(Message message, MessageQueue queue, String address, CommunicationMode mode) {
        if (sending.isEmpty()) {
            return null;
        }
        SendMessageContext context = new SendMessageContext();
        context.setProducer(producer);
        context.setProducerGroup(config.getProducerGroup());
        context.setMessage(message);
        context.setMq(queue);
        context.setBrokerAddr(address);
        context.setBornHost(config.getClientIP());
        context.setCommunicationMode(mode);
        context.setNamespace(config.getNamespace());
        context.setMsgType(type(message));
        each(sending, SendMessageHook::hookName, hook -> hook.sendMessageBefore(context));
        return context;
    }

    void after(SendMessageContext context, SendResult result, Throwable failure) {
        if (context != null) {
            context.setSendResult(result);
            context.setException(failure instanceof Exception e ? e : null);
            each(sending, SendMessageHook::hookName, hook -> hook.sendMessageAfter(context));
        }
    }

    void endTransaction(EndTransactionContext context) {
        each(ending, EndTransactionHook::hookName, hook -> hook.endTransaction(context));
    }

    private static <H> void each(List<H> hooks, Function<H, String> name, Consumer<H> call) {
        for (H hook : hooks) {
            try {
                call.accept(hook);
            } catch (Throwable e) {
                LOG.warn("hook {} failed, the send goes on", name.apply(hook), e);
            }
        }
    }

    private static MessageType type(Message message) {
        if (Boolean.parseBoolean(message.getProperty(MessageConst.PROPERTY_TRANSACTION_PREPARED))) {
            return MessageType.Trans_Msg_Half;
        }
        boolean delayed = message.hasProperty("__STARTDELIVERTIME")
                || message.hasProperty(MessageConst.PROPERTY_DELAY_TIME_LEVEL)
                || message.hasProperty(MessageConst.PROPERTY_TIMER_DELIVER_MS)
                || message.hasProperty(MessageConst.PROPERTY_TIMER_DELAY_MS)
                || message.hasProperty(MessageConst.PROPERTY_TIMER_DELAY_SEC);
        return delayed ? MessageType.Delay_Msg : MessageType.Normal_Msg;
    }
}
