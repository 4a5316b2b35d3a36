package io.ferrymq.distribution.server;

import io.ferrymq.common.config.Config;
import io.ferrymq.common.config.ConfigKey;
import io.ferrymq.common.config.ConfigSchema;
import io.ferrymq.common.net.LocalAddress;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import io.ferrymq.namesrv.NamesrvKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** The program {@code mqnamesrv}. */
@Command(
        name = "mqnamesrv",
        description = "Runs a nameserver: it knows which topic is on which broker.",
        footer = {"", "Example: mqnamesrv -c conf/namesrv.properties"})
public final class NamesrvMain extends ServerProgram {
    public static void main(String[] args) {
        run(new NamesrvMain(), args);
    }

    @Override
    String name() {
        return "mqnamesrv";
    }

    @Override
    ConfigSchema schema() {
        return NamesrvKeys.schema();
    }

    @Override
    Map<String, String> overrides() {
        return Map.of();
    }

    @Override
    List<ConfigKey<?>> keysToPrint() {
        return List.of();
    }

    @Override
    Map<String, String> computed(Config config) {
        return Map.of();
    }

    @Override
    Running start(Config config, Path file) throws Exception {
        NameServer server = NameServer.start(new NamesrvConfig(config));
        return new Running() {
            @Override
            public String announcement() {
                return "The Name Server boot success. serializeType=JSON, address "
                        + LocalAddress.reachable(server.address()) + ".";
            }

            @Override
            public void close() {
                server.close();
            }
        };
    }
}
