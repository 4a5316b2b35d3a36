package io.ferrymq.broker.client;

import io.ferrymq.remoting.Connection;
import io.ferrymq.remoting.RequestContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * By which request a client has left a group. Heartbeats are handled on workers, so one that was sent before may be done after: it must not bring
 * the client back, as a member that reads nothing and has its share of the queues. Clients number their requests.
 */
final class Departures {
    private final Map<Connection, Map<String, Integer>> byConnection = new ConcurrentHashMap<>();

    void left(RequestContext request, String group) {
        Connection connection = request.connection();
        byConnection
                .computeIfAbsent(connection, first -> {
                    connection.onClose(byConnection::remove);
                    return new ConcurrentHashMap<>();
                })
                .put(group, request.opaque());
    }

    /** Whether the client has left the group since it sent this. */
    boolean isOutdated(RequestContext request, String group) {
        Integer left = byConnection.getOrDefault(request.connection(), Map.of()).get(group);
        return left != null && request.opaque() - left < 0;
    }
}
