package io.ferrymq.distribution.admin.broker;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.BrokerOrCluster;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.remoting.Request;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine.ArgGroup;

/** Work that brokers do by themselves from time to time, done now. Its answer comes when it is done, so that is the effect seen. */
abstract class MaintenanceCommand extends AdminCommand {
    private static final long TIMEOUT_MS = 60_000;

    @ArgGroup(exclusive = true, multiplicity = "0..1")
    private BrokerOrCluster target;

    private final int requestCode;

    MaintenanceCommand(int requestCode) {
        this.requestCode = requestCode;
    }

    @Override
    protected final void run(Admin admin, Output out) throws CommandFailed, InterruptedException {
        for (String address : addresses(admin)) {
            admin.call(address, Request.of(requestCode), TIMEOUT_MS);
        }
        out.line("success");
    }

    private List<String> addresses(Admin admin) throws CommandFailed, InterruptedException {
        if (target != null) {
            return target.masterAddresses(admin);
        }
        TreeSet<String> masters = new TreeSet<>();
        admin.clusterInfo().brokerAddrTable().values().forEach(broker -> {
            if (broker.masterAddr() != null) {
                masters.add(broker.masterAddr());
            }
        });
        if (masters.isEmpty()) {
            throw new CommandFailed("the nameserver knows no master at present");
        }
        return List.copyOf(masters);
    }
}
