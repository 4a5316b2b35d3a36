package io.ferrymq.client.impl.factory;

import io.ferrymq.client.impl.calls.BrokerLink;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.HeartbeatResponseHeader;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the brokers who is here: to all at the same time, so that one that hangs delays nobody. */
final class Heartbeats {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeats.class);

    private final String clientId;
    private final Registrations registrations;
    private final RouteTable routes;
    private final BrokerLink link;
    private final long timeoutMs;
    private final Map<String, String> findings = new ConcurrentHashMap<>();
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    Heartbeats(String clientId, Registrations registrations, RouteTable routes, BrokerLink link, long timeoutMs) {
        this.clientId = clientId;
        this.registrations = registrations;
        this.routes = routes;
        this.link = link;
        this.timeoutMs = timeoutMs;
    }

    /** To all masters, and with consumers to the slaves too; done when all have answered or failed. */
    CompletableFuture<Void> sendAll() {
        Set<String> targets = targets();
        failing.retainAll(targets);
        findings.keySet().retainAll(targets);
        if (registrations.isEmpty() || targets.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        byte[] body = Json.encode(registrations.heartbeat(clientId));
        return CompletableFuture.allOf(
                targets.stream().map(address -> send(address, body)).toArray(CompletableFuture<?>[]::new));
    }

    /** A connection to the address was made: the broker has forgotten this client with the one before. */
    void connected(String address) {
        if (!registrations.isEmpty() && targets().contains(address)) {
            send(address, Json.encode(registrations.heartbeat(clientId)));
        }
    }

    private Set<String> targets() {
        return routes.brokers().addressesWithQueues(registrations.hasConsumers());
    }

    private CompletableFuture<Void> send(String address, byte[] body) {
        return link.callAsync(address, Request.of(RequestCode.HEART_BEAT, body), timeoutMs)
                .handle((reply, failure) -> {
                    note(address, reply, failure);
                    return null;
                });
    }

    // Once, and again when it has changed.
    private void tellFindings(String address, String found) {
        if (found == null) {
            findings.remove(address);
        } else if (!found.equals(findings.put(address, found))) {
            LOG.warn("broker {} finds: {}", address, found);
        }
    }

    private void note(String address, Reply reply, Throwable failure) {
        if (failure == null && reply.isSuccess()) {
            failing.remove(address);
            tellFindings(address, reply.header(HeartbeatResponseHeader.class).ferrymqFindings());
        } else if (!registrations.isEmpty() && failing.add(address)) {
            LOG.warn(
                    "heartbeat to broker {} failed: {}",
                    address,
                    failure != null ? failure.getMessage() : ResponseCode.nameOf(reply.code()) + " " + reply.remark());
        }
    }
}
