package io.ferrymq.distribution.admin.nameserver;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.AdminCommand;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.distribution.admin.NameserverKv;
import io.ferrymq.distribution.admin.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "updateKvConfig",
        description = "Create or update KV config.",
        footer = {"", "Example: mqadmin updateKvConfig -n 127.0.0.1:9876 -s ORDER_TOPIC_CONFIG -k Orders -v broker-a:8"
        })
public final class UpdateKvConfigCommand extends AdminCommand {
    @Option(
            names = {"-s", "--namespace"},
            required = true,
            description = "The namespace.")
    private String namespace;

    @Option(
            names = {"-k", "--key"},
            required = true,
            description = "The key.")
    private String key;

    @Option(
            names = {"-v", "--value"},
            required = true,
            description = "The value.")
    private String value;

    @Override
    protected void run(Admin admin, Output out) throws CommandFailed, InterruptedException {
        new NameserverKv(admin, namespace.trim()).put(key.trim(), value.trim());
        out.line("create or update kv config to namespace success.");
    }
}
