package io.ferrymq.distribution.admin.broker;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.BrokerAddress;
import io.ferrymq.distribution.admin.BrokerOrCluster;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.HumanTime;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.HaClientRuntimeInfo;
import io.ferrymq.remoting.protocol.body.HaConnectionRuntimeInfo;
import io.ferrymq.remoting.protocol.body.HaRuntimeInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

/** Which slaves follow a master, and how far behind each is; where a slave stands. */
@Command(
        name = "haStatus",
        description = "Fetch the replication status of masters and slaves.",
        footer = {"", "Example: mqadmin haStatus -n 127.0.0.1:9876 -c DefaultCluster"})
public final class HaStatusCommand extends ReadingCommand<Map<String, HaRuntimeInfo>> {
    @ArgGroup(exclusive = true, multiplicity = "1")
    private BrokerOrCluster target;

    @Override
    protected Map<String, HaRuntimeInfo> read(Admin admin) throws CommandFailed, InterruptedException {
        Map<String, HaRuntimeInfo> status = new LinkedHashMap<>();
        for (BrokerAddress broker : target.brokers(admin)) {
            byte[] body = admin.call(broker.address(), Request.of(RequestCode.GET_BROKER_HA_STATUS))
                    .body();
            status.put(broker.address(), Json.decode(body, HaRuntimeInfo.class));
        }
        return status;
    }

    @Override
    protected void print(Map<String, HaRuntimeInfo> status, Output out) {
        status.forEach((address, info) -> {
            if (info.master()) {
                printMaster(address, info, out);
            } else if (info.haClientRuntimeInfo() != null) {
                printSlave(address, info.haClientRuntimeInfo(), out);
            }
        });
    }

    private static void printMaster(String address, HaRuntimeInfo info, Output out) {
        out.format("#MasterAddr       %s", address);
        out.format("#MasterCommitLogMaxOffset  %d", info.masterCommitLogMaxOffset());
        out.format("#SlaveNum         %d", info.haConnectionInfo().size());
        out.format("#InSyncSlaveNums  %d", info.inSyncSlaveNums());
        if (!info.haConnectionInfo().isEmpty()) {
            out.format(
                    "%-32s  %-16s  %16s  %-8s  %16s  %16s",
                    "#SlaveAddr", "#SlaveAckOffset", "#Diff", "#InSync", "#TransferBytes/s", "#TransferFrom");
        }
        for (HaConnectionRuntimeInfo slave : info.haConnectionInfo()) {
            out.format(
                    "%-32s  %-16d  %16d  %-8b  %16d  %16d",
                    slave.addr(),
                    slave.slaveAckOffset(),
                    slave.diff(),
                    slave.inSync(),
                    slave.transferredByteInSecond(),
                    slave.transferFromWhere());
        }
    }

    private static void printSlave(String address, HaClientRuntimeInfo info, Output out) {
        out.format("#SlaveAddr        %s", address);
        out.format("#MasterHaAddr     %s", info.masterAddr());
        out.format("#CommitLogMaxOffset  %d", info.maxOffset());
        out.format("#TransferredByteInSecond  %d", info.transferredByteInSecond());
        out.format("#LastReadTime     %s", HumanTime.seconds(info.lastReadTimestamp()));
        out.format("#LastWriteTime    %s", HumanTime.seconds(info.lastWriteTimestamp()));
    }
}
