package io.ferrymq.distribution.admin.nameserver;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.Output;
import io.ferrymq.distribution.admin.PropertiesUpdate;
import io.ferrymq.distribution.admin.ReadingCommand;
import io.ferrymq.remoting.protocol.RequestCode;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** The settings of each nameserver, by its address. */
@Command(
        name = "getNamesrvConfig",
        description = "Get configs of name server.",
        footer = {"", "Example: mqadmin getNamesrvConfig -n '192.0.2.1:9876;192.0.2.2:9876'"})
public final class GetNamesrvConfigCommand extends ReadingCommand<Map<String, Map<String, String>>> {
    @Override
    protected Map<String, Map<String, String>> read(Admin admin) throws CommandFailed, InterruptedException {
        Map<String, Map<String, String>> settings = new TreeMap<>();
        for (String address : admin.nameservers()) {
            settings.put(address, settings(admin, address).read());
        }
        return settings;
    }

    static PropertiesUpdate settings(Admin admin, String address) {
        return new PropertiesUpdate(admin, address, RequestCode.GET_NAMESRV_CONFIG, RequestCode.UPDATE_NAMESRV_CONFIG);
    }

    @Override
    protected void print(Map<String, Map<String, String>> settings, Output out) {
        settings.forEach((address, values) -> {
            out.line("============" + address + "============");
            values.forEach((key, value) -> out.format("%-50s=  %s", key, value));
        });
    }
}
