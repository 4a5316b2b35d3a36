package io.ferrymq.distribution.admin.nameserver;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.NameserverKv;
import io.ferrymq.distribution.admin.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "deleteKvConfig",
        description = "Delete KV config.",
        footer = {"", "Example: mqadmin deleteKvConfig -n 127.0.0.1:9876 -s ORDER_TOPIC_CONFIG -k Orders"})
public final class DeleteKvConfigCommand extends AdminCommand {
    @Option(
            names = {"-s", "--namespace"},
            required = true,
            description = "The namespace.")
    private String namespace;

    @Option(
            names = {"-k", "--key"},
            required = true,
            description = "The key. That it is not there is no failure.")
    private String key;

    @Override
    protected void run(Admin admin, Output out) throws CommandFailed, InterruptedException {
        new NameserverKv(admin, namespace.trim()).delete(key.trim());
        out.line("delete kv config from namespace success.");
    }
}
