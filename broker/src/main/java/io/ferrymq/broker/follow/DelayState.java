package io.ferrymq.broker.follow;

import io.ferrymq.broker.delay.DelayOffsets;
import io.ferrymq.common.DataVersion;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.DelayOffsetSerializeWrapper;
import java.util.Map;

/** How far each delay level is delivered (45). */
final class DelayState implements ReplicatedState<DelayOffsetSerializeWrapper> {
    private final DelayOffsets offsets;

    DelayState(DelayOffsets offsets) {
        this.offsets = offsets;
    }

    /** The body; an absent table is null. */
    record Body(DataVersion dataVersion, Map<Integer, Long> offsetTable) {}

    @Override
    public String name() {
        return "delay offsets";
    }

    @Override
    public DelayOffsetSerializeWrapper fetch(MasterLine master) throws CopyException, InterruptedException {
        Body body = master.body(master.ask(Request.of(RequestCode.GET_ALL_DELAY_OFFSET)), Body.class);
        if (body.offsetTable() == null || body.offsetTable().containsValue(null)) {
            throw master.incomplete("offsetTable is missing, or the offset of a level in it");
        }
        return new DelayOffsetSerializeWrapper(body.offsetTable(), body.dataVersion());
    }

    @Override
    public void apply(DelayOffsetSerializeWrapper theirs, MasterLine master) {
        offsets.replace(theirs);
    }
}
