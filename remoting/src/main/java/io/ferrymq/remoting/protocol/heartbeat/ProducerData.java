package io.ferrymq.remoting.protocol.heartbeat;

import io.ferrymq.remoting.protocol.Required;

/** A producer group of a client, in its heartbeat. */
public record ProducerData(String groupName) {
    public ProducerData {
        Required.member(groupName, "groupName");
    }
}
