package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.Set;

/** The members of a producer group: answer to {@code GET_PRODUCER_CONNECTION_LIST} (204). */
public record ProducerConnection(Set<Connection> connectionSet) {
    public ProducerConnection {
        connectionSet = Copies.set(connectionSet);
    }
}
