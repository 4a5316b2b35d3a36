package io.ferrymq.remoting.protocol.body;

import io.ferrymq.common.DataVersion;
import io.ferrymq.remoting.protocol.Copies;
import java.util.Map;

/** How far each delay level is delivered: between master and slave, and in the file of delay offsets. */
public record DelayOffsetSerializeWrapper(Map<Integer, Long> offsetTable, DataVersion dataVersion) {
    public DelayOffsetSerializeWrapper {
        offsetTable = Copies.map(offsetTable);
        dataVersion = dataVersion == null ? DataVersion.initial(0) : dataVersion;
    }
}
