package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.DataVersion;
import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/**
 * Offsets of all groups, {@code topic@group} → queue id → next offset: between master and slave, and in the file of
 * offsets.
 */
public record ConsumerOffsetSerializeWrapper(Map<String, Map<Integer, Long>> offsetTable, DataVersion dataVersion) {
    public ConsumerOffsetSerializeWrapper {
        offsetTable = Copies.map(offsetTable);
        dataVersion = dataVersion == null ? DataVersion.initial(0) : dataVersion;
    }
}
