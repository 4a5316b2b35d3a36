package io.ferrymq.distribution.server;

import io.ferrymq.broker.Broker;
import io.ferrymq.broker.ComputedDefaults;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.BrokerSchema;
import io.ferrymq.broker.config.StoreSettings;
import io.ferrymq.broker.registration.RegistrationService;
import io.ferrymq.common.config.Config;
import io.ferrymq.common.config.ConfigKey;
import io.ferrymq.common.config.ConfigSchema;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The program {@code mqbroker}. */
@Command(
        name = "mqbroker",
        description = "Runs a broker: it keeps the messages of its topics and delivers them.",
        footer = {"", "Example: mqbroker -n 127.0.0.1:9876 -c conf/broker.conf"})
public final class BrokerMain extends ServerProgram {
    @Option(
            names = {"-n", "--namesrvAddr"},
            paramLabel = "<list>",
            description =
                    "Nameservers, e.g. '192.0.2.1:9876;192.0.2.2:9876'. Wins over the file; default: the environment's"
                            + " NAMESRV_ADDR.")
    private String namesrvAddr;

    @Option(
            names = {"-m", "--printImportantConfig"},
            description = "Print the settings that matter most and end.")
    private boolean printImportant;

    public static void main(String[] args) {
        run(new BrokerMain(), args);
    }

    @Override
    String name() {
        return "mqbroker";
    }

    @Override
    ConfigSchema schema() {
        return BrokerSchema.create();
    }

    @Override
    Map<String, String> overrides() {
        return namesrvAddr == null ? Map.of() : Map.of(BrokerKeys.NAMESRV_ADDR.name(), namesrvAddr);
    }

    @Override
    List<ConfigKey<?>> keysToPrint() {
        return printImportant ? BrokerSchema.important() : List.of();
    }

    @Override
    Map<String, String> computed(Config config) {
        Config complete = withEnvironment(config);
        Map<String, String> computed = new HashMap<>(ComputedDefaults.of(BrokerConfig.of(complete)));
        computed.put(BrokerKeys.NAMESRV_ADDR.name(), complete.get(BrokerKeys.NAMESRV_ADDR));
        return computed;
    }

    private static Config withEnvironment(Config config) {
        String environment = System.getenv("NAMESRV_ADDR");
        return config.get(BrokerKeys.NAMESRV_ADDR).isBlank() && environment != null
                ? config.override("environment", Map.of(BrokerKeys.NAMESRV_ADDR.name(), environment))
                : config;
    }

    @Override
    Running start(Config config, Path file) throws Exception {
        Config complete = withEnvironment(config);
        Broker broker = Broker.start(BrokerConfig.of(complete), file);
        String nameservers = String.join(";", RegistrationService.addresses(complete.get(BrokerKeys.NAMESRV_ADDR)));
        return new Running() {
            @Override
            public String announcement() {
                return "The broker[" + broker.identity().brokerName() + ", " + broker.address()
                        + "] boot success. serializeType=JSON"
                        + (nameservers.isEmpty() ? ", no name server" : " and name server is " + nameservers)
                        + ". Store: " + StoreSettings.rootDir(BrokerConfig.of(complete)) + ".";
            }

            @Override
            public void close() {
                broker.close();
            }
        };
    }
}
