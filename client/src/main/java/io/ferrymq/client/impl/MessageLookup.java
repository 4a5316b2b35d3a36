package io.ferrymq.client.impl;

import io.ferrymq.client.QueryResult;
import io.ferrymq.client.exception.MQBrokerException;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.factory.ClientInstance;
import io.ferrymq.client.impl.factory.RouteReply;
import io.ferrymq.client.impl.factory.TopicRoute;
import io.ferrymq.common.message.MessageClientExt;
import io.ferrymq.common.message.MessageClientIDSetter;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageId;
import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.QueryMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryMessageResponseHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds single messages, by id or key.
 *
 * <p>Both kinds of id look alike: hex of an address and more. Only an address that the cluster names is taken for a broker's; nobody connects to
 * what happens to stand in an id. A broker that has moved still has its messages: then all masters are asked for the place in the log, and the
 * message that comes must have the id that was asked for.
 */
final class MessageLookup {
    private static final Logger LOG = LoggerFactory.getLogger(MessageLookup.class);
    private static final long VIEW_TIMEOUT_MS = 6_000;
    private static final long QUERY_TIMEOUT_MS = 18_000;
    private static final long QUERY_WAIT_MS = 24_000;
    private static final int UNIQUE_RESULTS_MAX = 32;
    private static final long BEFORE_ID_MS = 3L * 24 * 60 * 60 * 1_000;

    private final ClientInstance instance;

    MessageLookup(ClientInstance instance) {
        this.instance = instance;
    }

    /** @param topic null when only the broker's id is given */
    MessageExt viewMessage(String topic, String id)
            throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
        MessageId place = placeOf(id);
        Map<String, String> masters = mastersByAddress(topic);
        if (place != null) {
            String address =
                    HostAndPort.of((InetSocketAddress) place.getAddress()).toString();
            if (masters.containsKey(address)) {
                return named(
                        instance.brokers().queues().viewMessage(address, topic, place.getOffset(), VIEW_TIMEOUT_MS),
                        masters.get(address));
            }
        }
        if (topic != null) {
            MessageExt byUniqueId = newest(topic, id);
            if (byUniqueId != null) {
                return byUniqueId;
            }
        }
        MessageExt moved = place == null ? null : onAnyMaster(topic, id, place, masters);
        if (moved == null) {
            throw new MQClientException(
                    ResponseCode.NO_MESSAGE,
                    "no message with id " + id + (topic == null ? "" : " in topic " + topic) + ": "
                            + (place == null
                                    ? "it is no broker's id"
                                    : "if it is a broker's id, its broker " + place.getAddress()
                                            + " is not in this cluster")
                            + (topic == null
                                    ? ", and without a topic a producer's id cannot be looked up"
                                    : ", and as a producer's id no broker of the topic knows it"));
        }
        return moved;
    }

    private static MessageId placeOf(String id) {
        if (!MessageDecoder.isMessageId(id)) {
            return null;
        }
        try {
            return MessageDecoder.decodeMessageId(id);
        } catch (IllegalArgumentException | UnknownHostException notAnAddress) {
            return null;
        }
    }

    // Broker name by the address of its master.
    private Map<String, String> mastersByAddress(String topic) throws MQClientException, InterruptedException {
        Map<String, String> masters = new LinkedHashMap<>();
        List<BrokerData> brokers = new ArrayList<>(instance.nameServers().allBrokers(VIEW_TIMEOUT_MS));
        if (brokers.isEmpty() && topic != null) {
            brokers.addAll(route(topic).data().brokerDatas());
        }
        for (BrokerData broker : brokers) {
            if (broker.masterAddr() != null) {
                masters.put(broker.masterAddr(), broker.brokerName());
            }
        }
        return masters;
    }

    private MessageExt onAnyMaster(String topic, String id, MessageId place, Map<String, String> masters)
            throws InterruptedException {
        for (Map.Entry<String, String> master : masters.entrySet()) {
            MessageExt message = viewIfThere(master.getKey(), topic, place.getOffset());
            if (message instanceof MessageClientExt found && id.equalsIgnoreCase(found.getOffsetMsgId())) {
                return named(message, master.getValue());
            }
        }
        return null;
    }

    private MessageExt viewIfThere(String address, String topic, long logOffset) throws InterruptedException {
        try {
            return instance.brokers().queues().viewMessage(address, topic, logOffset, VIEW_TIMEOUT_MS);
        } catch (RemotingException | MQBrokerException notThere) {
            // The next master may have it; if none has, the caller is told.
            LOG.debug("no message at {} of {}", logOffset, address, notThere);
            return null;
        }
    }

    private static MessageExt named(MessageExt message, String brokerName) {
        message.setBrokerName(brokerName);
        return message;
    }

    private MessageExt newest(String topic, String uniqueId) throws MQClientException, InterruptedException {
        QueryMessageRequestHeader header = new QueryMessageRequestHeader(
                topic, uniqueId, UNIQUE_RESULTS_MAX, beginOf(uniqueId), Long.MAX_VALUE, true);
        Found found = query(topic, header, message -> uniqueId.equals(MessageClientIDSetter.getUniqID(message)));
        return found.messages().stream()
                .max(Comparator.comparingLong(MessageExt::getStoreTimestamp))
                .orElse(null);
    }

    @SuppressWarnings("JavaUtilDate") // the type of the public API
    private static long beginOf(String uniqueId) {
        try {
            return MessageClientIDSetter.getNearlyTimeFromID(uniqueId).getTime() - BEFORE_ID_MS;
        } catch (IllegalArgumentException notAnId) {
            return 0;
        }
    }

    QueryResult queryByKey(String topic, String key, int maxNum, long beginMs, long endMs)
            throws MQClientException, InterruptedException {
        QueryMessageRequestHeader header = new QueryMessageRequestHeader(topic, key, maxNum, beginMs, endMs, false);
        Found found = query(topic, header, message -> hasKey(message, key));
        if (found.messages().isEmpty()) {
            throw new MQClientException(
                    ResponseCode.NO_MESSAGE,
                    "query message by key finished, but no message: key '" + key + "' of topic " + topic
                            + (found.failures().isEmpty()
                                    ? ""
                                    : "; not all brokers could be asked: " + found.failures()));
        }
        return new QueryResult(found.indexLastUpdateMs(), found.messages());
    }

    private static boolean hasKey(MessageExt message, String key) {
        String keys = message.getKeys();
        return keys != null
                && Arrays.asList(keys.split(MessageConst.KEY_SEPARATOR)).contains(key);
    }

    private record Found(List<MessageExt> messages, long indexLastUpdateMs, List<String> failures) {}

    // The index goes by hash: what it finds is compared in full.
    private Found query(String topic, QueryMessageRequestHeader header, Predicate<MessageExt> wanted)
            throws MQClientException, InterruptedException {
        Map<BrokerData, CompletableFuture<Reply>> asked = new LinkedHashMap<>();
        for (BrokerData broker : route(topic).data().brokerDatas()) {
            String address = broker.masterElseSlaveAddr();
            if (address != null) {
                asked.put(broker, instance.brokers().queues().queryMessage(address, header, QUERY_TIMEOUT_MS));
            }
        }
        List<MessageExt> messages = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        long indexMs = 0;
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(QUERY_WAIT_MS);
        for (Map.Entry<BrokerData, CompletableFuture<Reply>> question : asked.entrySet()) {
            String name = question.getKey().brokerName();
            try {
                Reply reply =
                        question.getValue().get(Math.max(1, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (reply.isSuccess()) {
                    indexMs = Math.max(
                            indexMs,
                            reply.header(QueryMessageResponseHeader.class).indexLastUpdateTimestamp());
                    messages.addAll(matching(reply, topic, name, wanted));
                } else if (reply.code() != ResponseCode.QUERY_NOT_FOUND) {
                    failures.add(name + ": " + ResponseCode.nameOf(reply.code()) + " " + reply.remark());
                }
            } catch (ExecutionException | TimeoutException e) {
                failures.add(name + ": "
                        + (e.getCause() == null ? "no answer" : e.getCause().getMessage()));
            }
        }
        if (messages.isEmpty() && failures.size() == asked.size() && !asked.isEmpty()) {
            throw new MQClientException("no broker of topic " + topic + " could be asked: " + failures, null);
        }
        return new Found(messages, indexMs, failures);
    }

    private static List<MessageExt> matching(Reply reply, String topic, String broker, Predicate<MessageExt> wanted) {
        Set<String> seen = new LinkedHashSet<>();
        List<MessageExt> matching = new ArrayList<>();
        for (MessageExt message : MessageDecoder.decodesBatch(ByteBuffer.wrap(reply.body()), true, true, true)) {
            boolean isNew = seen.add(((MessageClientExt) message).getOffsetMsgId() + "@" + message.getQueueOffset());
            if (isNew && topic.equals(message.getTopic()) && wanted.test(message)) {
                matching.add(named(message, broker));
            }
        }
        return matching;
    }

    private TopicRoute route(String topic) throws MQClientException, InterruptedException {
        TopicRoute known = instance.routes().cached(topic);
        if (known != null) {
            return known;
        }
        RouteReply reply = instance.routes().await(topic, instance.routes().fetch(topic));
        if (reply instanceof RouteReply.Found found) {
            return found.route();
        }
        throw new MQClientException(
                ResponseCode.TOPIC_NOT_EXIST,
                ((RouteReply.Missing) reply).toException().getErrorMessage());
    }
}
