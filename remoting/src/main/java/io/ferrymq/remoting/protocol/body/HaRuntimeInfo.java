package io.ferrymq.remoting.protocol.body;

import io.ferrymq.remoting.protocol.Copies;
import java.util.List;

/** Replication of one broker: answer to {@code GET_BROKER_HA_STATUS} (907). */
public record HaRuntimeInfo(
        boolean master,
        long masterCommitLogMaxOffset,
        int inSyncSlaveNums,
        List<HaConnectionRuntimeInfo> haConnectionInfo,
        HaClientRuntimeInfo haClientRuntimeInfo) {
    public HaRuntimeInfo {
        haConnectionInfo = Copies.list(haConnectionInfo);
    }
}
