package io.ferrymq.distribution.admin.group;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.admin.ConsumeStats;
import io.ferrymq.remoting.protocol.admin.OffsetWrapper;
import io.ferrymq.remoting.protocol.body.Connection;
import io.ferrymq.remoting.protocol.body.ConsumerConnection;
import io.ferrymq.remoting.protocol.body.ConsumerRunningInfo;
import io.ferrymq.remoting.protocol.header.GetConsumeStatsRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerConnectionListRequestHeader;
import io.ferrymq.remoting.protocol.header.GetConsumerRunningInfoRequestHeader;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import io.ferrymq.remoting.protocol.route.BrokerData;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What brokers know of one consumer group. All brokers in question are asked and their answers joined: a group need not have a retry
 * topic whose route would name them, and a client need not be connected to each.
 */
public final class GroupView {
    /** A client collects the stacks of its threads when asked to. */
    private static final long RUNNING_INFO_TIMEOUT_MS = 15_000;

    private final Admin admin;
    private final String group;
    private final List<String> addresses;

    private GroupView(Admin admin, String group, Collection<BrokerData> brokers) {
        this(
                admin,
                group,
                brokers.stream()
                        .map(BrokerData::masterElseSlaveAddr)
                        .filter(Objects::nonNull)
                        .sorted()
                        .toList());
    }

    private GroupView(Admin admin, String group, List<String> addresses) {
        this.admin = admin;
        this.group = group;
        this.addresses = addresses;
    }

    /** As all brokers see it. */
    public static GroupView everywhere(Admin admin, String group) throws CommandFailed, InterruptedException {
        return new GroupView(admin, group, admin.clusterInfo().brokerAddrTable().values());
    }

    /** As the brokers of a cluster see it; of all when that is null. */
    static GroupView inCluster(Admin admin, String group, String cluster) throws CommandFailed, InterruptedException {
        return cluster == null ? everywhere(admin, group) : new GroupView(admin, group, admin.brokers(cluster.trim()));
    }

    /** As one broker sees it; as all do when that is null. */
    static GroupView at(Admin admin, String group, String address) throws CommandFailed, InterruptedException {
        return address == null ? everywhere(admin, group) : new GroupView(admin, group, List.of(address.trim()));
    }

    /** Who consumes, joined over the brokers; empty when nobody is online. */
    public Optional<ConsumerConnection> connection() throws CommandFailed, InterruptedException {
        Request<?> who =
                Request.of(RequestCode.GET_CONSUMER_CONNECTION_LIST, new GetConsumerConnectionListRequestHeader(group));
        ConsumerConnection joined = null;
        for (String address : addresses) {
            Optional<Reply> reply = admin.find(address, who, ResponseCode.CONSUMER_NOT_ONLINE);
            if (reply.isPresent()) {
                ConsumerConnection here = Json.decode(reply.get().body(), ConsumerConnection.class);
                joined = joined == null ? here : join(joined, here);
            }
        }
        return Optional.ofNullable(joined).filter(all -> !all.connectionSet().isEmpty());
    }

    /** @throws CommandFailed when nobody is online */
    ConsumerConnection connectionOrFail() throws CommandFailed, InterruptedException {
        return connection()
                .orElseThrow(() -> new CommandFailed(
                        "no consumer of group '" + group + "' is online, asked " + String.join(", ", addresses)));
    }

    // One client has a connection, and so an address, of its own to each broker. Two connections with the same id
    // at one broker are two clients in conflict, and stay two.
    private static ConsumerConnection join(ConsumerConnection first, ConsumerConnection second) {
        Set<String> known =
                first.connectionSet().stream().map(Connection::clientId).collect(Collectors.toSet());
        Set<Connection> connections = new LinkedHashSet<>(first.connectionSet());
        second.connectionSet().stream()
                .filter(connection -> !known.contains(connection.clientId()))
                .forEach(connections::add);
        Map<String, SubscriptionData> subscriptions = new HashMap<>(second.subscriptionTable());
        subscriptions.putAll(first.subscriptionTable());
        return new ConsumerConnection(
                connections, subscriptions, first.consumeType(), first.messageModel(), first.consumeFromWhere());
    }

    /** How far it has consumed, over all brokers; of all its topics when {@code topic} is null. */
    ConsumeStats stats(String topic) throws CommandFailed, InterruptedException {
        Request<?> howFar =
                Request.of(RequestCode.GET_CONSUME_STATS, new GetConsumeStatsRequestHeader(group, topic, null));
        Map<MessageQueue, OffsetWrapper> offsets = new HashMap<>();
        double tps = 0;
        for (String address : addresses) {
            ConsumeStats here = Json.decode(admin.call(address, howFar).body(), ConsumeStats.class);
            offsets.putAll(here.offsetTable());
            tps += here.consumeTps();
        }
        return new ConsumeStats(tps, offsets);
    }

    /** The distinct client ids, in order. */
    public static Set<String> clientIds(ConsumerConnection connection) {
        return connection.connectionSet().stream()
                .map(Connection::clientId)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What a client tells of itself, through the first broker that reaches it. */
    public ConsumerRunningInfo runningInfo(String clientId, boolean withStacks)
            throws CommandFailed, InterruptedException {
        Request<?> ask = Request.of(
                RequestCode.GET_CONSUMER_RUNNING_INFO,
                new GetConsumerRunningInfoRequestHeader(group, clientId, withStacks));
        CommandFailed reason = new CommandFailed("there is no broker to ask for client '" + clientId + "'");
        for (String address : addresses) {
            try {
                return Json.decode(
                        admin.call(address, ask, RUNNING_INFO_TIMEOUT_MS).body(), ConsumerRunningInfo.class);
            } catch (CommandFailed e) {
                reason = e;
            }
        }
        throw reason;
    }
}
