package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/** Names and values: a namespace of the name server's configuration, the runtime info of a broker. */
public record KVTable(Map<String, String> table) {
    public KVTable {
        table = Copies.map(table);
    }
}
