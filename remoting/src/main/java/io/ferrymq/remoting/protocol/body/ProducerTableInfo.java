package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.List;
import java.util.Map;

/** All producer groups of a broker: answer to {@code GET_ALL_PRODUCER_INFO} (328). */
public record ProducerTableInfo(Map<String, List<ProducerInfo>> data) {
    public ProducerTableInfo {
        data = Copies.map(data);
    }
}
