package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.broker.Broker;
import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import io.ferrymq.remoting.protocol.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A nameserver and a broker in this process, and mqadmin against them. */
final class OneBrokerCluster implements AutoCloseable {
    static final String CLUSTER = "C";
    static final String BROKER = "broker-a";

    private final Path folder;
    private final NameServer nameServer;
    private Broker broker;

    private OneBrokerCluster(Path folder) throws IOException {
        this.folder = folder;
        this.nameServer = NameServer.start(NamesrvConfig.embedded(folder.resolve("namesrv")));
        this.broker = startBroker();
    }

    /** What a command has left: its exit status and what it has printed. */
    record Outcome(int status, String out, String err) {
        /** The output's lines, without blanks at their ends. */
        List<String> lines() {
            return out.lines().map(String::stripTrailing).toList();
        }

        /** The columns of the first row that begins with this value, which is one of them. */
        List<String> row(String first) {
            return lines().stream()
                    .map(line -> List.of(line.trim().split("\\s+")))
                    .filter(columns -> columns.get(0).equals(first))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no row '" + first + "' in:\n" + out));
        }

        <T> T json(Class<T> type) {
            return Json.decodeText(out, type);
        }
    }

    static OneBrokerCluster start(Path folder) throws IOException {
        return new OneBrokerCluster(folder);
    }

    private Broker startBroker() {
        Map<String, String> settings = new HashMap<>();
        settings.put("listenPort", "0");
        settings.put("brokerIP1", "127.0.0.1");
        settings.put("brokerName", BROKER);
        settings.put("brokerClusterName", CLUSTER);
        settings.put("namesrvAddr", nameServer.addressText());
        settings.put("storePathRootDir", folder.resolve("store").toString());
        settings.put("mappedFileSizeCommitLog", Integer.toString(16 << 20));
        settings.put("maxHashSlotNum", "1000");
        settings.put("maxIndexNum", "40000");
        return Broker.start(BrokerConfig.of(settings));
    }

    /** The same broker, on the same files, at another address. */
    void moveBroker() {
        String before = broker.address();
        broker.close();
        broker = startBroker();
        assertThat(broker.address()).isNotEqualTo(before);
    }

    String nameServer() {
        return nameServer.addressText();
    }

    String brokerAddress() {
        return broker.address();
    }

    Outcome run(String command, String... options) {
        String[] args = new String[options.length + 3];
        args[0] = command;
        args[1] = "-n";
        args[2] = nameServer.addressText();
        System.arraycopy(options, 0, args, 3, options.length);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Mqadmin.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new Outcome(status, out.toString(), err.toString());
    }

    /** Runs a command that succeeds. */
    Outcome done(String command, String... options) {
        Outcome outcome = run(command, options);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome;
    }

    /** Runs a command that fails; it must say so in one line. */
    String refused(String command, String... options) {
        Outcome outcome = run(command, options);
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err().lines()).hasSize(1);
        return outcome.err().strip();
    }

    void createTopic(String topic, int queues) {
        String count = Integer.toString(queues);
        done("updateTopic", "-c", CLUSTER, "-t", topic, "-r", count, "-w", count);
    }

    /** Sends through the command, and returns the unique id. */
    String send(String topic, int queueId, String body, String... options) {
        String[] args = new String[options.length + 8];
        String[] fixed = {"-t", topic, "-b", BROKER, "-i", Integer.toString(queueId), "-p", body};
        System.arraycopy(fixed, 0, args, 0, fixed.length);
        System.arraycopy(options, 0, args, fixed.length, options.length);
        return done("sendMessage", args).row(BROKER).get(3);
    }

    @Override
    public void close() {
        broker.close();
        nameServer.close();
    }
}
