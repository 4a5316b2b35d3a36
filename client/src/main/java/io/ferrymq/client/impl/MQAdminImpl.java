package io.ferrymq.client.impl;

import io.ferrymq.client.QueryResult;
import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.impl.factory.RouteReply;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.header.BoundaryType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The methods of {@code MQAdmin}, for producers and consumers alike. Topics are the application's; inside they carry the namespace. */
public final class MQAdminImpl {
    private static final long TIMEOUT_MS = 6_000;

    private final ClientInstance instance;
    private final UnaryOperator<String> withNamespace;
    private final UnaryOperator<String> withoutNamespace;
    private final TopicCreation creation;
    private final MessageLookup lookup;

    public MQAdminImpl(
            ClientInstance instance, UnaryOperator<String> withNamespace, UnaryOperator<String> withoutNamespace) {
        this.instance = instance;
        this.withNamespace = withNamespace;
        this.withoutNamespace = withoutNamespace;
        this.creation = new TopicCreation(instance);
        this.lookup = new MessageLookup(instance);
    }

    /** @param attributes null or empty for none */
    public void createTopic(String key, String topic, int queueNum, int topicSysFlag, Map<String, String> attributes)
            throws MQClientException {
        creation.create(
                withNamespace.apply(key),
                withNamespace.apply(topic),
                queueNum,
                topicSysFlag,
                attributes == null ? Map.of() : attributes);
    }

    /** Asked of a nameserver now. */
    public List<MessageQueue> fetchPublishMessageQueues(String topic) throws MQClientException {
        List<MessageQueue> queues = new ArrayList<>();
        routeNow(topic).writeQueues().forEach(queue -> queues.add(bare(queue)));
        return requireQueues(topic, queues);
    }

    /** Asked of a nameserver now. */
    public Set<MessageQueue> fetchSubscribeMessageQueues(String topic) throws MQClientException {
        Set<MessageQueue> queues = new LinkedHashSet<>();
        routeNow(topic).readQueues().forEach(queue -> queues.add(bare(queue)));
        return requireQueues(topic, queues);
    }

    private static <T extends java.util.Collection<MessageQueue>> T requireQueues(String topic, T queues)
            throws MQClientException {
        if (queues.isEmpty()) {
            throw new MQClientException(
                    "Can not find Message Queue for this topic, " + topic
                            + ": it exists, but no broker of it may be used this way now",
                    null);
        }
        return queues;
    }

    private TopicRoute routeNow(String topic) throws MQClientException {
        String wrapped = withNamespace.apply(topic);
        try {
            RouteReply reply =
                    instance.routes().await(wrapped, instance.routes().fetch(wrapped));
            if (reply instanceof RouteReply.Found found) {
                return found.route();
            }
            MQClientException missing = ((RouteReply.Missing) reply).toException();
            throw new MQClientException(
                    missing.getResponseCode(),
                    "Can not find Message Queue for this topic, " + topic + ". " + missing.getErrorMessage(),
                    missing);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private MessageQueue bare(MessageQueue queue) {
        return new MessageQueue(withoutNamespace.apply(queue.getTopic()), queue.getBrokerName(), queue.getQueueId());
    }

    public long searchOffset(MessageQueue mq, long timestampMs) throws MQClientException {
        return searchOffset(mq, timestampMs, BoundaryType.LOWER);
    }

    public long searchOffset(MessageQueue mq, long timestampMs, BoundaryType boundary) throws MQClientException {
        return ask(mq, (address, queue) -> instance.brokers()
                .queues()
                .searchOffset(address, queue, timestampMs, boundary, TIMEOUT_MS));
    }

    public long maxOffset(MessageQueue mq) throws MQClientException {
        return ask(mq, (address, queue) -> instance.brokers().queues().maxOffset(address, queue, TIMEOUT_MS));
    }

    public long minOffset(MessageQueue mq) throws MQClientException {
        return ask(mq, (address, queue) -> instance.brokers().queues().minOffset(address, queue, TIMEOUT_MS));
    }

    public long earliestMsgStoreTime(MessageQueue mq) throws MQClientException {
        return ask(mq, (address, queue) -> instance.brokers().queues().earliestStoreTime(address, queue, TIMEOUT_MS));
    }

    private interface Question {
        long ask(String address, MessageQueue queue) throws RemotingException, MQBrokerException, InterruptedException;
    }

    private long ask(MessageQueue mq, Question question) throws MQClientException {
        MessageQueue queue = new MessageQueue(withNamespace.apply(mq.getTopic()), mq.getBrokerName(), mq.getQueueId());
        String address = instance.routes().brokers().masterAddress(queue.getBrokerName());
        if (address == null) {
            routeNow(mq.getTopic());
            address = instance.routes().brokers().masterAddress(queue.getBrokerName());
        }
        if (address == null) {
            throw new MQClientException(
                    ClientErrorCode.BROKER_NOT_EXIST_EXCEPTION,
                    "The broker[" + queue.getBrokerName() + "] not exist: the route of topic " + mq.getTopic()
                            + " names no master of it");
        }
        try {
            return question.ask(address, queue);
        } catch (MQBrokerException e) {
            throw new MQClientException(
                    e.getResponseCode(), "broker " + address + " refused: " + e.getErrorMessage(), e);
        } catch (RemotingException e) {
            throw new MQClientException("Invoke Broker[" + address + "] exception: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    static MQClientException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new MQClientException("interrupted while waiting for an answer", e);
    }

    public MessageExt viewMessage(String offsetMsgId)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        return lookup.viewMessage(null, offsetMsgId);
    }

    public MessageExt viewMessage(String topic, String msgId)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        return bare(lookup.viewMessage(withNamespace.apply(topic), msgId));
    }

    public QueryResult queryMessage(String topic, String key, int maxNum, long beginMs, long endMs)
            throws MQClientException, InterruptedException {
        QueryResult result = lookup.queryByKey(withNamespace.apply(topic), key, maxNum, beginMs, endMs);
        result.getMessageList().forEach(this::bare);
        return result;
    }

    private MessageExt bare(MessageExt message) {
        message.setTopic(withoutNamespace.apply(message.getTopic()));
        return message;
    }
}
