package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.DataVersion;
import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/**
 * Offsets of all groups, {@code topic@group} → queue id → next offset: between master and slave, and in the file of
 * offsets.
 *
 * @param ferrymqNotes null from a broker, or in a file, that is not of FerryMQ
 */
public record ConsumerOffsetSerializeWrapper(
        Map<String, Map<Integer, Long>> offsetTable, DataVersion dataVersion, PositionNotes ferrymqNotes) {
    public ConsumerOffsetSerializeWrapper {
        offsetTable = Copies.table(offsetTable);
        dataVersion = dataVersion == null ? DataVersion.initial(0) : dataVersion;
    }
}
