package io.ferrymq.distribution.admin.message;

import io.ferrymq.common.message.MessageClientExt;
import io.ferrymq.common.message.MessageClientIDSetter;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.message.MessageId;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.QueryMessageRequestHeader;
import io.ferrymq.remoting.protocol.header.ViewMessageRequestHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds messages by their ids and keys. It connects to brokers that the nameserver names, and to nothing else. */
final class MessageFinder {
    /** The time in a unique id is that of the producer's clock. */
    private static final long CLOCK_TOLERANCE_MS = 3L * 24 * 60 * 60 * 1_000;

    private static final int UNIQUE_MAX = 32;
    private static final long TIMEOUT_MS = 15_000;

    private final Admin admin;
    private final String cluster;

    /** @param cluster only the brokers of this one, or null */
    MessageFinder(Admin admin, String cluster) {
        this.admin = admin;
        this.cluster = cluster == null ? null : cluster.trim();
    }

    /** Messages in a window of store times that have this key. */
    List<MessageExt> byKey(String topic, String key, int max, long fromMs, long toMs)
            throws CommandFailed, InterruptedException {
        return query(topic, new QueryMessageRequestHeader(topic, key, max, fromMs, toMs, false)).stream()
                .filter(message -> message.getTopic().equals(topic) && hasKey(message, key))
                .sorted(Comparator.comparingLong(MessageExt::getStoreTimestamp))
                .toList();
    }

    // Indexes hold hashes of keys: other keys can come along.
    private static boolean hasKey(MessageExt message, String key) {
        String keys = message.getKeys();
        return (keys != null && List.of(keys.split(" ")).contains(key)) || isUnique(message, key);
    }

    private static boolean isUnique(MessageExt message, String id) {
        return id.equals(MessageClientIDSetter.getUniqID(message));
    }

    /**
     * Messages with this unique id: several when the producer has sent it again. Those around the time in the id are looked for
     * first; when there are none, at any time.
     */
    List<MessageExt> byUniqueId(String topic, String id) throws CommandFailed, InterruptedException {
        long fromMs = earliest(id);
        List<MessageExt> found = byUniqueId(topic, id, fromMs);
        return found.isEmpty() && fromMs > 0 ? byUniqueId(topic, id, 0) : found;
    }

    private List<MessageExt> byUniqueId(String topic, String id, long fromMs)
            throws CommandFailed, InterruptedException {
        QueryMessageRequestHeader header =
                new QueryMessageRequestHeader(topic, id, UNIQUE_MAX, fromMs, Long.MAX_VALUE, true);
        return query(topic, header).stream()
                .filter(message -> message.getTopic().equals(topic) && isUnique(message, id))
                .sorted(Comparator.comparingLong(MessageExt::getStoreTimestamp))
                .toList();
    }

    // Any other program may have made the id by a rule of its own.
    private static long earliest(String id) {
        try {
            return Math.max(
                    0, MessageClientIDSetter.getNearlyTimeFromID(id).toInstant().toEpochMilli() - CLOCK_TOLERANCE_MS);
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }

    private List<MessageExt> query(String topic, QueryMessageRequestHeader header)
            throws CommandFailed, InterruptedException {
        Map<String, MessageExt> found = new LinkedHashMap<>();
        for (BrokerData broker : brokersOf(topic)) {
            Reply reply =
                    admin.ask(broker.masterElseSlaveAddr(), Request.of(RequestCode.QUERY_MESSAGE, header), TIMEOUT_MS);
            if (reply.isSuccess()) {
                for (MessageExt message : MessageDecoder.decodes(ByteBuffer.wrap(reply.body()), true, true, true)) {
                    message.setBrokerName(broker.brokerName());
                    found.putIfAbsent(broker.brokerName() + message.getCommitLogOffset(), message);
                }
            } else if (reply.code() != ResponseCode.QUERY_NOT_FOUND) {
                throw new CommandFailed("broker '" + broker.brokerName() + "' cannot look for '" + header.key() + "': "
                        + ResponseCode.nameOf(reply.code()) + " (" + reply.code() + ") " + reply.remark());
            }
        }
        return List.copyOf(found.values());
    }

    // System topics that only brokers write to have no route.
    private List<BrokerData> brokersOf(String topic) throws CommandFailed, InterruptedException {
        Optional<TopicRouteData> route = admin.findRoute(topic);
        Collection<BrokerData> brokers = route.isPresent()
                ? route.get().brokerDatas()
                : admin.clusterInfo().brokerAddrTable().values();
        return brokers.stream()
                .filter(broker -> cluster == null || cluster.equals(broker.cluster()))
                .toList();
    }

    /**
     * The message with this offset id. The owner is asked when its address is one of the cluster; else, because a broker may have
     * changed its address since, all brokers are, and the message that was stored at the address in the id is taken.
     */
    Optional<MessageExt> byOffsetId(String id) throws CommandFailed, InterruptedException {
        Optional<MessageId> readable = decode(id);
        if (readable.isEmpty()) {
            return Optional.empty();
        }
        MessageId decoded = readable.get();
        InetSocketAddress owner = (InetSocketAddress) decoded.getAddress();
        String address = owner.getAddress().getHostAddress() + ":" + owner.getPort();
        List<BrokerData> brokers =
                new ArrayList<>(admin.clusterInfo().brokerAddrTable().values());
        brokers.removeIf(broker -> cluster != null && !cluster.equals(broker.cluster()));
        // False comes before true: the owner first.
        brokers.sort(Comparator.comparing(
                (BrokerData broker) -> !broker.brokerAddrs().containsValue(address)));
        for (BrokerData broker : brokers) {
            Optional<MessageExt> found = view(broker, decoded.getOffset(), id);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    // Producers' ids have the same shape, and mostly a port that cannot be.
    private static Optional<MessageId> decode(String id) {
        try {
            return Optional.of(MessageDecoder.decodeMessageId(id));
        } catch (UnknownHostException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Optional<MessageExt> view(BrokerData broker, long logOffset, String id)
            throws CommandFailed, InterruptedException {
        Reply reply = admin.ask(
                broker.masterElseSlaveAddr(),
                Request.of(RequestCode.VIEW_MESSAGE_BY_ID, new ViewMessageRequestHeader(null, logOffset)),
                TIMEOUT_MS);
        if (!reply.isSuccess() || reply.body().length == 0) {
            return Optional.empty();
        }
        MessageExt message = MessageDecoder.clientDecode(ByteBuffer.wrap(reply.body()), true);
        message.setBrokerName(broker.brokerName());
        boolean same = message instanceof MessageClientExt client && id.equalsIgnoreCase(client.getOffsetMsgId());
        return same ? Optional.of(message) : Optional.empty();
    }
}
