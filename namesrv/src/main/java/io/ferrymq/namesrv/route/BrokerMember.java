package io.ferrymq.namesrv.route;

import io.ferrymq.common.DataVersion;
import java.util.List;

/**
 * One registered broker process.
 *
 * @param haServerAddr where its slaves fetch the log, or null
 * @param timeoutMs silent for longer, it is dropped
 * @param lastSeenMs last registration, heartbeat or version query
 * @param version of the topics it registered last
 * @param confirmed whether one version came twice: periodic registrations are whole and repeat their version, increments always bring a
 *     new one, so only then is it sure that no topic is missing here
 * @param session the connection it registered over, so that the end of an older connection does not remove it (UP-021)
 */
public record BrokerMember(
        long id,
        String address,
        String haServerAddr,
        long timeoutMs,
        long lastSeenMs,
        DataVersion version,
        boolean confirmed,
        List<String> filterServers,
        long session) {
    public BrokerMember {
        filterServers = List.copyOf(filterServers);
    }

    boolean isAlive(long nowMs) {
        return nowMs - lastSeenMs <= timeoutMs;
    }

    BrokerMember seen(long nowMs, long overSession) {
        return new BrokerMember(
                id, address, haServerAddr, timeoutMs, nowMs, version, confirmed, filterServers, overSession);
    }
}
