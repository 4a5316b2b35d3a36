package io.ferrymq.namesrv.route;

import io.ferrymq.remoting.protocol.body.TopicConfigSerializeWrapper;
import java.util.List;

/**
 * What a broker says of itself.
 *
 * @param timeoutMs silent for longer, it is dropped
 * @param zoneName or null
 * @param topics all of its topics, or after a change only the changed ones: nothing tells which (spec: broker 4)
 * @param session of the connection it came over
 */
public record Registration(
        String cluster,
        String brokerName,
        long brokerId,
        String address,
        String haServerAddr,
        long timeoutMs,
        boolean actingMaster,
        String zoneName,
        TopicConfigSerializeWrapper topics,
        List<String> filterServers,
        long session) {}
