package io.ferrymq.distribution.admin;

import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.RemotingSettings;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.ClusterInfo;
import io.ferrymq.remoting.protocol.header.GetRouteInfoRequestHeader;
import io.ferrymq.remoting.protocol.route.BrokerData;
import io.ferrymq.remoting.protocol.route.TopicRouteData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A cluster as an administrator reaches it: through its nameservers, and through them its brokers. */
public final class Admin implements AutoCloseable {
    private static final long TIMEOUT_MS = 5_000;

    private final List<String> nameservers;
    private final IoThreads threads;
    private final RemotingClient client;

    private Admin(List<String> nameservers) {
        this.nameservers = nameservers;
        this.threads = new IoThreads("mqadmin-io", 1);
        this.client = new RemotingClient(threads, RemotingSettings.defaults(), HandlerTable.empty());
    }

    static Admin connect(List<HostAndPort> nameservers) {
        return new Admin(nameservers.stream().map(HostAndPort::toString).toList());
    }

    public List<String> nameservers() {
        return nameservers;
    }

    /** Asks the first nameserver that can be reached; whatever it answers is the answer. */
    public Reply nameserver(Request<?> request) throws CommandFailed, InterruptedException {
        List<String> reasons = new ArrayList<>();
        for (String address : nameservers) {
            try {
                return client.call(address, request, TIMEOUT_MS);
            } catch (RemotingException e) {
                reasons.add(e.getMessage());
            }
        }
        throw new CommandFailed(
                "no nameserver answers (" + String.join("; ", reasons) + "); -n or NAMESRV_ADDR names others");
    }

    /** Asks every nameserver; all must succeed, because none tells another. */
    public List<Reply> everyNameserver(Request<?> request) throws CommandFailed, InterruptedException {
        List<Reply> replies = new ArrayList<>();
        for (String address : nameservers) {
            replies.add(call(address, request));
        }
        return replies;
    }

    /**
     * Asks one server.
     *
     * @throws CommandFailed when it cannot be reached or answers with anything but success
     */
    public Reply call(String address, Request<?> request) throws CommandFailed, InterruptedException {
        return call(address, request, TIMEOUT_MS);
    }

    public Reply call(String address, Request<?> request, long timeoutMs) throws CommandFailed, InterruptedException {
        return successful(ask(address, request, timeoutMs), address, request);
    }

    /** Asks one server that may have nothing to tell: empty when it answers with {@code absentCode}. */
    public Optional<Reply> find(String address, Request<?> request, int absentCode)
            throws CommandFailed, InterruptedException {
        Reply reply = ask(address, request, TIMEOUT_MS);
        return reply.code() == absentCode ? Optional.empty() : Optional.of(successful(reply, address, request));
    }

    /** Asks one server and returns its answer whatever its code. */
    public Reply ask(String address, Request<?> request) throws CommandFailed, InterruptedException {
        return ask(address, request, TIMEOUT_MS);
    }

    /** The sentence for an answer that is not success. */
    public static CommandFailed refused(Reply reply, String address, Request<?> request) {
        return new CommandFailed(address + " answered " + RequestCode.nameOf(request.code()) + " with "
                + ResponseCode.nameOf(reply.code()) + " (" + reply.code() + ")"
                + (reply.remark() == null ? "" : ": " + reply.remark()));
    }

    /** Asks one server and returns its answer whatever its code. */
    public Reply ask(String address, Request<?> request, long timeoutMs) throws CommandFailed, InterruptedException {
        try {
            return client.call(address, request, timeoutMs);
        } catch (RemotingException e) {
            throw new CommandFailed(e.getMessage(), e);
        }
    }

    private static Reply successful(Reply reply, String address, Request<?> request) throws CommandFailed {
        if (!reply.isSuccess()) {
            throw refused(reply, address, request);
        }
        return reply;
    }

    public ClusterInfo clusterInfo() throws CommandFailed, InterruptedException {
        Request<Void> request = Request.of(RequestCode.GET_BROKER_CLUSTER_INFO);
        return Json.decode(
                successful(nameserver(request), nameservers.get(0), request).body(), ClusterInfo.class);
    }

    /** The route of a topic, empty when no nameserver knows the topic. */
    public Optional<TopicRouteData> findRoute(String topic) throws CommandFailed, InterruptedException {
        Request<?> request = routeRequest(topic);
        return decodeRoute(nameserver(request), nameservers.get(0), request);
    }

    private static Request<?> routeRequest(String topic) {
        return Request.of(RequestCode.GET_ROUTEINFO_BY_TOPIC, new GetRouteInfoRequestHeader(topic, true, null, null));
    }

    private static Optional<TopicRouteData> decodeRoute(Reply reply, String address, Request<?> request)
            throws CommandFailed {
        return reply.code() == ResponseCode.TOPIC_NOT_EXIST
                ? Optional.empty()
                : Optional.of(Json.decode(successful(reply, address, request).body(), TopicRouteData.class));
    }

    /** The route of a topic as each nameserver has it. */
    public List<Optional<TopicRouteData>> everyRoute(String topic) throws CommandFailed, InterruptedException {
        List<Optional<TopicRouteData>> routes = new ArrayList<>();
        for (String address : nameservers) {
            routes.add(findRouteAt(address, topic));
        }
        return routes;
    }

    /** The route of a topic at one nameserver, empty when it does not know the topic. */
    public Optional<TopicRouteData> findRouteAt(String nameserver, String topic)
            throws CommandFailed, InterruptedException {
        Request<?> request = routeRequest(topic);
        return decodeRoute(ask(nameserver, request, TIMEOUT_MS), nameserver, request);
    }

    /** @throws CommandFailed also when the topic is unknown */
    public TopicRouteData route(String topic) throws CommandFailed, InterruptedException {
        return findRoute(topic)
                .orElseThrow(() -> new CommandFailed("topic '" + topic + "' is unknown to the nameserver "
                        + String.join(";", nameservers) + "; 'mqadmin topicList' lists the topics"));
    }

    /** The masters of a cluster, by broker name. */
    public List<BrokerData> masters(String cluster) throws CommandFailed, InterruptedException {
        return brokers(cluster).stream()
                .filter(broker -> broker.masterAddr() != null)
                .toList();
    }

    /** The brokers of a cluster, by broker name. */
    public List<BrokerData> brokers(String cluster) throws CommandFailed, InterruptedException {
        ClusterInfo info = clusterInfo();
        Set<String> names = info.clusterAddrTable().get(cluster);
        if (names == null) {
            throw new CommandFailed("cluster '" + cluster + "' is unknown; there are: "
                    + new TreeSet<>(info.clusterAddrTable().keySet()));
        }
        return new TreeSet<>(names)
                .stream()
                        .map(info.brokerAddrTable()::get)
                        .filter(broker -> broker != null)
                        .toList();
    }

    @Override
    public void close() {
        client.close();
        threads.close();
    }
}
