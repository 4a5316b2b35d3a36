package io.ferrymq.client.impl.producer;

import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.hook.EndTransactionContext;
import io.ferrymq.client.producer.LocalTransactionState;
import io.ferrymq.client.producer.ProducerConfig;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.client.producer.TransactionListener;
import io.ferrymq.client.producer.TransactionSendResult;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.CheckTransactionStateRequestHeader;
import io.ferrymq.remoting.protocol.header.EndTransactionRequestHeader;
import java.net.UnknownHostException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Transactions of one producer: half messages, the local part, and telling brokers how it ended, by itself or when they ask. */
final class Transactions {
    private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);

    private final String group;
    private final SendCore core;
    private final Sender sender;
    private final ProducerConfig config;
    private final TransactionChecks checks;

    Transactions(String group, SendCore core, Sender sender, ProducerConfig config, TransactionChecks checks) {
        this.group = group;
        this.core = core;
        this.sender = sender;
        this.config = config;
        this.checks = checks;
    }

    TransactionSendResult send(Message message, TransactionListener listener, Object arg) throws MQClientException {
        if (listener == null) {
            throw new MQClientException("TransactionListener is null: call setTransactionListener first", null);
        }
        SendResult half = sendHalf(message);
        if (half.getTransactionId() != null) {
            MessageAccessor.putProperty(message, MessageConst.PROPERTY_TRANSACTION_ID, half.getTransactionId());
        }
        message.setTransactionId(message.getProperty(MessageConst.PROPERTY_UNIQ_CLIENT_MESSAGE_ID_KEYIDX));
        LocalTransactionState state = half.getSendStatus() == SendStatus.SEND_OK
                ? execute(message, listener, arg)
                : LocalTransactionState.ROLLBACK_MESSAGE;
        tellBroker(message, half, state);
        return result(half, state);
    }

    private SendResult sendHalf(Message message) throws MQClientException {
        if (message != null) {
            // Brokers would deliver a delayed half message before its transaction has ended.
            MessageAccessor.clearProperty(message, MessageConst.PROPERTY_DELAY_TIME_LEVEL);
            MessageAccessor.putProperty(message, MessageConst.PROPERTY_TRANSACTION_PREPARED, "true");
            MessageAccessor.putProperty(message, MessageConst.PROPERTY_PRODUCER_GROUP, group);
        }
        try {
            return sender.send(message, null, config.getSendMsgTimeout());
        } catch (MQClientException e) {
            throw notSent(e, e.getResponseCode());
        } catch (MQBrokerException e) {
            throw notSent(e, e.getResponseCode());
        } catch (RemotingException e) {
            throw new MQClientException("send message Exception: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MQClientException("send message Exception: interrupted", e);
        }
    }

    private static MQClientException notSent(Exception cause, int code) {
        return new MQClientException("send message Exception: " + cause.getMessage(), cause).setResponseCode(code);
    }

    private static LocalTransactionState execute(Message message, TransactionListener listener, Object arg) {
        try {
            LocalTransactionState state = listener.executeLocalTransaction(message, arg);
            return state == null ? LocalTransactionState.UNKNOW : state;
        } catch (RuntimeException e) {
            LOG.warn("the local part of transaction {} failed, its broker will ask", message.getTransactionId(), e);
            return LocalTransactionState.UNKNOW;
        }
    }

    private void tellBroker(Message message, SendResult half, LocalTransactionState state) {
        String broker = half.getMessageQueue().getBrokerName();
        String address = core.brokers().masterAddress(broker);
        if (address == null) {
            LOG.warn("broker {} is gone: it cannot be told of transaction {}", broker, message.getTransactionId());
            return;
        }
        EndTransactionRequestHeader header;
        try {
            header = new EndTransactionRequestHeader(
                    config.withNamespace(message.getTopic()),
                    group,
                    half.getQueueOffset(),
                    MessageDecoder.decodeMessageId(
                                    half.getOffsetMsgId() == null ? half.getMsgId() : half.getOffsetMsgId())
                            .getOffset(),
                    type(state),
                    false,
                    half.getMsgId(),
                    half.getTransactionId());
        } catch (UnknownHostException | IllegalArgumentException e) {
            LOG.warn(
                    "broker {} named message {} '{}', which says no place",
                    broker,
                    half.getMsgId(),
                    half.getOffsetMsgId());
            return;
        }
        end(message, address, header, state);
    }

    private static TransactionSendResult result(SendResult half, LocalTransactionState state) {
        TransactionSendResult result = new TransactionSendResult();
        result.setSendStatus(half.getSendStatus());
        result.setMessageQueue(half.getMessageQueue());
        result.setMsgId(half.getMsgId());
        result.setOffsetMsgId(half.getOffsetMsgId());
        result.setQueueOffset(half.getQueueOffset());
        result.setTransactionId(half.getTransactionId());
        result.setRegionId(half.getRegionId());
        result.setTraceOn(half.isTraceOn());
        result.setLocalTransactionState(state);
        return result;
    }

    /** A broker asks; on a thread that may not block. */
    void check(String address, CheckTransactionStateRequestHeader header, MessageExt half) {
        try {
            checks.execute(() -> answer(address, header, half));
        } catch (RejectedExecutionException e) {
            LOG.warn(
                    "no room for the check of transaction {} of group {}, broker {} will ask again",
                    header.transactionId(),
                    group,
                    address);
        }
    }

    private void answer(String address, CheckTransactionStateRequestHeader header, MessageExt half) {
        String topic = half.getTopic();
        half.setTopic(config.withoutNamespace(topic));
        String id = half.getProperty(MessageConst.PROPERTY_UNIQ_CLIENT_MESSAGE_ID_KEYIDX);
        half.setTransactionId(id);
        LocalTransactionState state = stateOf(half, id);
        EndTransactionRequestHeader end = new EndTransactionRequestHeader(
                topic,
                group,
                header.tranStateTableOffset(),
                header.commitLogOffset(),
                type(state),
                true,
                id == null ? half.getMsgId() : id,
                header.transactionId());
        end(half, address, end, state);
    }

    private LocalTransactionState stateOf(MessageExt half, String id) {
        try {
            LocalTransactionState state = checks.stateOf(half);
            return state == null ? LocalTransactionState.UNKNOW : state;
        } catch (RuntimeException e) {
            LOG.warn("the listener could not judge transaction {} of group {}", id, group, e);
            return LocalTransactionState.UNKNOW;
        }
    }

    private void end(Message message, String address, EndTransactionRequestHeader header, LocalTransactionState state) {
        EndTransactionContext context = new EndTransactionContext();
        context.setProducerGroup(group);
        context.setMessage(message);
        context.setBrokerAddr(address);
        context.setMsgId(header.msgId());
        context.setTransactionId(header.transactionId());
        context.setTransactionState(state);
        context.setFromTransactionCheck(header.fromTransactionCheck());
        core.hooks().endTransaction(context);
        core.link()
                .oneway(
                        address,
                        Request.of(RequestCode.END_TRANSACTION, header),
                        failure -> LOG.warn(
                                "broker {} was not told of transaction {}, it will ask",
                                address,
                                header.transactionId(),
                                failure));
    }

    private static int type(LocalTransactionState state) {
        return switch (state) {
            case COMMIT_MESSAGE -> MessageSysFlag.TRANSACTION_COMMIT_TYPE;
            case ROLLBACK_MESSAGE -> MessageSysFlag.TRANSACTION_ROLLBACK_TYPE;
            case UNKNOW -> MessageSysFlag.TRANSACTION_NOT_TYPE;
        };
    }
}
