package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.broker.Broker;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two nameservers and a broker in this process, and mqadmin as a script would run it. */
final class AdminFixture implements AutoCloseable {
    static final String CLUSTER = "CliCluster";
    static final String BROKER = "broker-cli";

    final Path brokerConf;
    final Broker broker;
    private final List<NameServer> nameservers = new ArrayList<>();

    AdminFixture(Path folder) throws IOException {
        nameservers.add(NameServer.start(NamesrvConfig.embedded(folder.resolve("ns1"))));
        nameservers.add(NameServer.start(NamesrvConfig.embedded(folder.resolve("ns2"))));
        brokerConf = Files.writeString(folder.resolve("broker.conf"), "# kept\nautoCreateTopicEnable=true\n");
        Map<String, String> settings = new TreeMap<>();
        settings.put("listenPort", "0");
        settings.put("haListenPort", "0");
        settings.put("brokerIP1", "127.0.0.1");
        settings.put("brokerName", BROKER);
        settings.put("brokerClusterName", CLUSTER);
        settings.put("namesrvAddr", nameserver());
        settings.put("storePathRootDir", folder.resolve("store").toString());
        settings.put("mappedFileSizeCommitLog", Integer.toString(16 << 20));
        settings.put("maxHashSlotNum", "1000");
        settings.put("maxIndexNum", "40000");
        broker = Broker.start(BrokerConfig.of(settings), brokerConf);
        // On a machine with much to do, a registration may take longer than the broker waits for it.
        await("both nameservers know the broker")
                .atMost(Duration.ofSeconds(60))
                .until(() -> nameserverAddresses().stream()
                        .allMatch(address -> runAt(address, "topicRoute", "-t", "SELF_TEST_TOPIC")
                                        .status()
                                == 0));
    }

    /** Both, as {@code -n} takes them. */
    String nameserver() {
        return nameservers.get(0).addressText() + ";" + nameservers.get(1).addressText();
    }

    List<String> nameserverAddresses() {
        return nameservers.stream().map(NameServer::addressText).toList();
    }

    /** What a run left behind. */
    record Done(int status, List<String> out, List<String> err) {
        /** Checks that it went well. */
        List<String> lines() {
            assertThat(err).isEmpty();
            assertThat(status).isZero();
            return out;
        }

        /** Checks that it failed with one line, and returns that. */
        String failure() {
            assertThat(status).isEqualTo(1);
            assertThat(err).hasSize(1);
            return err.get(0);
        }
    }

    Done run(String... args) {
        return runAt(nameserver(), args);
    }

    private static Done runAt(String nameserver, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> line = new ArrayList<>(List.of(args));
        line.add("-n");
        line.add(nameserver);
        int status = Mqadmin.run(new PrintWriter(out, true), new PrintWriter(err, true), line.toArray(new String[0]));
        return new Done(
                status, out.toString().lines().toList(), err.toString().lines().toList());
    }

    List<String> lines(String... args) {
        return run(args).lines();
    }

    /** Runs a reading command with {@code --output json}. */
    JsonNode json(String... args) {
        List<String> line = new ArrayList<>(List.of(args));
        line.add("--output");
        line.add("json");
        return JsonMapper.shared().readTree(String.join("\n", lines(line.toArray(new String[0]))));
    }

    @Override
    public void close() {
        broker.close();
        nameservers.forEach(NameServer::close);
    }
}
