package io.ferrymq.broker.client;

import io.ferrymq.broker.client.ConsumerTable.Outcome;
import io.ferrymq.broker.consume.BrokerContext;
import io.ferrymq.broker.consume.ConsumingSettings;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.NotifyConsumerIdsChangedRequestHeader;
import io.ferrymq.remoting.protocol.heartbeat.ConsumerData;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who comes and goes: keeps both tables in step with heartbeats, closed connections and time, and tells the members left. */
public final class Membership {
    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

    private final ConsumerTable consumers;
    private final ProducerTable producers;
    private final BrokerContext broker;
    private final Supplier<ConsumingSettings> settings;
    private final Consumer<String> onMembers;
    private final ChangeNotices notices;
    private final Departures departures = new Departures();
    private final Map<Connection, ClientLink> links = new ConcurrentHashMap<>();

    /** @param onMembers told of each group whose members came, beat or went; what they subscribe is in the table */
    public Membership(
            ConsumerTable consumers,
            ProducerTable producers,
            BrokerContext broker,
            Supplier<ConsumingSettings> settings,
            Consumer<String> onMembers,
            ScheduledExecutorService timer) {
        this.consumers = consumers;
        this.producers = producers;
        this.broker = broker;
        this.settings = settings;
        this.onMembers = onMembers;
        this.notices = new ChangeNotices(timer, this::notifyMembers);
    }

    /** The client of this connection, which has just been heard of. */
    ClientLink seen(RequestContext context, String clientId) {
        long nowMs = broker.clock().nowMs();
        ClientLink known = links.get(context.connection());
        if (known != null && known.clientId().equals(clientId)) {
            known.seen(nowMs);
            return known;
        }
        return add(ClientLink.of(context, clientId, nowMs));
    }

    /** The client of this connection; null before its first heartbeat and after its end. */
    ClientLink link(Connection connection) {
        return links.get(connection);
    }

    /** The client has said once more what is known of it. False when its producers find no room any more. */
    boolean repeated(ClientLink link, List<String> producerGroups) {
        link.seen(broker.clock().nowMs());
        boolean joined = true;
        for (String group : producerGroups) {
            joined &= joinProducers(link, group);
        }
        watch(link);
        return joined;
    }

    private synchronized ClientLink add(ClientLink link) {
        ClientLink known = links.get(link.connection());
        if (known != null && known.clientId().equals(link.clientId())) {
            return known;
        }
        if (known != null) {
            LOG.warn("connection {} was client {} and is now {}", link.connection(), known.clientId(), link.clientId());
            remove(known, "replaced by " + link.clientId());
        }
        links.put(link.connection(), link);
        return link;
    }

    /** Called when the client's groups are registered: a connection that ended meanwhile is heard of at once. */
    void watch(ClientLink link) {
        if (link.startWatching()) {
            link.connection().onClose(closed -> remove(link, "its connection closed"));
        } else if (links.get(link.connection()) != link) {
            // It was removed while another of its heartbeats was being handled: nobody would ever do so again.
            forget(link, "it was gone before its heartbeat was handled");
        }
    }

    Outcome joinConsumers(
            RequestContext beat, ClientLink link, ConsumerData data, int fingerprint, boolean keepSubscriptions) {
        if (departures.isOutdated(beat, data.groupName())) {
            return Outcome.UNCHANGED;
        }
        Outcome outcome = consumers.register(
                link,
                data,
                fingerprint,
                keepSubscriptions,
                settings.get().clients().membersMax());
        onMembers.accept(data.groupName());
        if (outcome == Outcome.CHANGED) {
            notices.changed(data.groupName());
        }
        if (departures.isOutdated(beat, data.groupName())) {
            unregister(data.groupName(), link.connection());
        }
        return outcome;
    }

    boolean joinProducers(ClientLink link, String group) {
        ConsumingSettings.Clients limits = settings.get().clients();
        return !limits.registerProducers() || producers.register(group, link, limits.membersMax());
    }

    void leaveConsumers(String group, RequestContext leaving) {
        // The departure first: whoever registers the client meanwhile sees it.
        departures.left(leaving, group);
        unregister(group, leaving.connection());
    }

    private void unregister(String group, Connection connection) {
        if (consumers.unregister(group, connection)) {
            onMembers.accept(group);
            notices.changed(group);
        }
    }

    void leaveProducers(String group, Connection connection) {
        ClientLink link = links.get(connection);
        if (link != null) {
            producers.unregister(group, link);
        }
    }

    /** Removes clients whose last heartbeat is too long ago and closes their connections. Returns them. */
    public List<ClientLink> expire(long nowMs) {
        long limitMs = settings.get().clients().expiredAfterMs();
        List<ClientLink> expired = links.values().stream()
                .filter(link -> nowMs - link.lastSeenMs() > limitMs)
                .toList();
        for (ClientLink link : expired) {
            remove(link, "no heartbeat for " + (nowMs - link.lastSeenMs()) + " ms, the limit is " + limitMs);
            link.connection().close();
        }
        return expired;
    }

    private void remove(ClientLink link, String reason) {
        if (links.remove(link.connection(), link)) {
            forget(link, reason);
        }
    }

    private void forget(ClientLink link, String reason) {
        producers.removeConnection(link);
        Set<String> left = new HashSet<>(consumers.removeConnection(link.connection()));
        if (!left.isEmpty()) {
            LOG.info("client {} left groups {}: {}", link, left, reason);
        }
        left.forEach(onMembers);
        left.forEach(notices::changed);
    }

    /** Whether members of the group are told when others come and go. */
    public boolean tellsChanges(String group) {
        SubscriptionGroupConfig config = broker.groups().find(group);
        return settings.get().clients().notifyChanges() && (config == null || config.notifyConsumerIdsChangedEnable());
    }

    /** Tells the members that they are others now, so that they share the queues anew; each reader of a broadcast keeps all. */
    private void notifyMembers(String group) {
        ConsumerGroup members = consumers.find(group);
        if (members == null || members.isBroadcasting() || !tellsChanges(group)) {
            return;
        }
        Request<?> request =
                Request.of(RequestCode.NOTIFY_CONSUMER_IDS_CHANGED, new NotifyConsumerIdsChangedRequestHeader(group));
        for (Connection connection : members.members().keySet()) {
            if (connection.isActive() && connection.isWritable()) {
                connection.oneway(request);
            }
        }
    }
}
