package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.distribution.LocalCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Commands about brokers and nameservers as such. */
class ServerCommandsTest {
    @TempDir
    static Path folder;

    private static final String BROKER = "broker-cli";

    private static LocalCluster cluster;
    private static AdminShell mqadmin;
    private static Path brokerConf;

    @BeforeAll
    static void start() throws Exception {
        brokerConf = Files.writeString(folder.resolve("broker.conf"), "# kept\nautoCreateTopicEnable=true\n");
        cluster = LocalCluster.withNameServers(folder, 2);
        cluster.startBroker(BROKER, brokerConf);
        mqadmin = new AdminShell(cluster);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static String row(String key, String value) {
        return String.format(Locale.ROOT, "%-50s=  %s", key, value);
    }

    @Test
    void shouldShowTheStatusOfABroker() {
        String address = cluster.brokerAddress(BROKER);
        List<String> lines = mqadmin.lines("brokerStatus", "-b", address);
        assertThat(lines).isSorted().anyMatch(line -> line.startsWith("putTps                          : "));
        assertThat(mqadmin.lines("brokerStatus", "-c", LocalCluster.CLUSTER))
                .hasSize(lines.size())
                .anyMatch(line ->
                        line.startsWith(String.format(Locale.ROOT, "%-24s %-32s: ", address, "commitLogMaxOffset")));
        assertThat(mqadmin.json("brokerStatus", "-b", address).get(address).has("msgPutTotalTodayNow"))
                .isTrue();
        assertThat(mqadmin.run("brokerStatus", "-b", "127.0.0.1:1").failure()).contains("127.0.0.1:1");
    }

    @Test
    void shouldShowHowFarSlavesAreBehind() {
        String master = cluster.brokerAddress(BROKER);
        assertThat(mqadmin.lines("haStatus", "-b", master))
                .contains("#SlaveNum         0")
                .noneMatch(line -> line.startsWith("#SlaveAddr"));
        cluster.startSlave(BROKER, 1, Map.of());
        String slave = LocalCluster.slaveOf(BROKER, 1);
        try {
            await("the slave follows").atMost(Duration.ofSeconds(20)).until(() -> {
                JsonNode info = mqadmin.json("haStatus", "-b", master).get(master);
                return info.get("inSyncSlaveNums").asInt() == 1
                        && info.get("haConnectionInfo").get(0).get("diff").asLong() == 0;
            });
            List<String> lines = mqadmin.lines("haStatus", "-c", LocalCluster.CLUSTER);
            assertThat(lines)
                    .anyMatch(line -> line.matches("127.0.0.1:\\d+ +\\d+ +0 +true .*"))
                    .contains("#SlaveAddr        " + cluster.brokerAddress(slave))
                    .contains("#MasterHaAddr     "
                            + cluster.broker(BROKER).identity().haAddress());
        } finally {
            cluster.stopBroker(slave);
        }
    }

    @Test
    void shouldShowTheSettingsOfABroker() {
        String address = cluster.brokerAddress(BROKER);
        assertThat(mqadmin.lines("getBrokerConfig", "-b", address))
                .startsWith("============" + address + "============")
                .contains(row("brokerName", BROKER));
        assertThat(mqadmin.lines("getBrokerConfig", "-c", LocalCluster.CLUSTER))
                .startsWith("============Master: " + address + "============");
        JsonNode json =
                mqadmin.json("getBrokerConfig", "-c", LocalCluster.CLUSTER).get(0);
        assertThat(json.get("broker").get("brokerId").asInt()).isZero();
        assertThat(json.get("config").get("brokerName").asString()).isEqualTo(BROKER);
    }

    @Test
    @DisplayName("UP-191, UP-192: a changed key is written alone, and the reply says that it is in force")
    void up191_up192_changesOneSetting() throws Exception {
        assertThat(mqadmin.lines(
                        "updateBrokerConfig", "-c", LocalCluster.CLUSTER, "-k", "autoCreateTopicEnable", "-v", "false"))
                .startsWith("update broker config success, " + cluster.brokerAddress(BROKER))
                .last()
                .asString()
                .contains("effective now: autoCreateTopicEnable");
        assertThat(mqadmin.lines("getBrokerConfig", "-b", cluster.brokerAddress(BROKER)))
                .contains(row("autoCreateTopicEnable", "false"));
        assertThat(Files.readString(brokerConf)).isEqualTo("# kept\nautoCreateTopicEnable=false\n");
    }

    @Test
    @DisplayName("UP-192: unknown keys and bad values are refused with the reason")
    void up192_refusesWhatIsNoSetting() {
        assertThat(update("fileReservedTim", "48").failure()).contains("fileReservedTim", "fileReservedTime");
        assertThat(update("fileReservedTime", "soon").failure()).contains("fileReservedTime", "'soon'");
        assertThat(update("brokerConfigPath", "/tmp/x").failure()).contains("black list");
    }

    private static AdminShell.Outcome update(String key, String value) {
        return mqadmin.run("updateBrokerConfig", "-b", cluster.brokerAddress(BROKER), "-k", key, "-v", value);
    }

    @Test
    @DisplayName("UP-111: a value with blanks arrives whole, or is refused whole")
    void up111_keepsBlanksInValues() {
        AdminShell.Outcome done = update("messageDelayLevel", "1s 5s 10s");
        String after = mqadmin.lines("getBrokerConfig", "-b", cluster.brokerAddress(BROKER)).stream()
                .filter(line -> line.startsWith("messageDelayLevel "))
                .findFirst()
                .orElseThrow();
        if (done.status() == 0) {
            assertThat(after).endsWith("=  1s 5s 10s");
        } else {
            assertThat(done.failure()).contains("messageDelayLevel", "restart");
            assertThat(after).contains("1s 1s 1s 1s");
        }
    }

    @Test
    void shouldCleanOnRequest() {
        assertThat(mqadmin.lines("cleanExpiredCQ")).containsExactly("success");
        assertThat(mqadmin.lines("cleanUnusedTopic", "-c", LocalCluster.CLUSTER))
                .containsExactly("success");
        assertThat(mqadmin.lines("deleteExpiredCommitLog", "-b", cluster.brokerAddress(BROKER)))
                .containsExactly("success");
    }

    @Test
    void shouldKeepKeyValueSettingsAtEveryNameserver() {
        assertThat(mqadmin.lines("updateKvConfig", "-s", "space", "-k", "key", "-v", "a value"))
                .containsExactly("create or update kv config to namespace success.");
        assertThat(mqadmin.lines("deleteKvConfig", "-s", "space", "-k", "key"))
                .containsExactly("delete kv config from namespace success.");
        assertThat(mqadmin.lines("deleteKvConfig", "-s", "space", "-k", "key"))
                .containsExactly("delete kv config from namespace success.");
    }

    @Test
    void shouldShowAndChangeTheSettingsOfNameservers() {
        List<String> addresses = cluster.nameServerAddresses();
        assertThat(mqadmin.lines("updateNamesrvConfig", "-k", "enableTopicList", "-v", "false"))
                .startsWith("update name server config success!" + addresses, "enableTopicList : false");
        List<String> lines = mqadmin.lines("getNamesrvConfig");
        assertThat(lines)
                .contains(
                        "============" + addresses.get(0) + "============",
                        "============" + addresses.get(1) + "============");
        assertThat(lines.stream().filter(row("enableTopicList", "false")::equals))
                .as("at both nameservers")
                .hasSize(2);
        assertThat(mqadmin.json("getNamesrvConfig")
                        .get(addresses.get(1))
                        .get("enableTopicList")
                        .asString())
                .isEqualTo("false");
        assertThat(mqadmin.run("updateNamesrvConfig", "-k", "noSuchKey", "-v", "1")
                        .failure())
                .contains("noSuchKey");
        assertThat(mqadmin.run("updateNamesrvConfig", "-k", "kvConfigPath", "-v", "/tmp/x")
                        .failure())
                .contains("black list");
    }

    @Test
    @DisplayName("UP-193: what was wiped can be given back, and a topic that was read-only stays so")
    void up193_givesWritePermissionBack() {
        mqadmin.lines("updateTopic", "-c", LocalCluster.CLUSTER, "-t", "ReadOnly", "-p", "4");
        mqadmin.lines("updateTopic", "-c", LocalCluster.CLUSTER, "-t", "Both", "-p", "6");
        List<String> wiped = mqadmin.lines("wipeWritePerm", "-b", BROKER);
        assertThat(wiped).hasSize(2);
        assertThat(wiped.get(0))
                .startsWith("wipe write perm of broker[broker-cli] in name server["
                        + cluster.nameServerAddresses().get(0) + "] OK, ");
        assertThat(perm("Both")).isEqualTo(4);
        mqadmin.lines("updateTopic", "-c", LocalCluster.CLUSTER, "-t", "Other", "-p", "6");
        assertThat(perm("Both")).as("after a change of another topic").isEqualTo(4);
        assertThat(mqadmin.lines("addWritePerm", "-b", BROKER))
                .hasSize(2)
                .allMatch(line -> line.startsWith("add write perm of broker[broker-cli] in name server["));
        assertThat(perm("Both")).isEqualTo(6);
        assertThat(perm("ReadOnly")).isEqualTo(4);
        assertThat(mqadmin.run("wipeWritePerm", "-b", "nobody").failure())
                .isEqualTo("wipeWritePerm: broker 'nobody' is unknown to the nameserver; there are: [broker-cli]");
    }

    private static int perm(String topic) {
        return mqadmin.json("topicRoute", "-t", topic)
                .get("queueDatas")
                .get(0)
                .get("perm")
                .asInt();
    }

    @Test
    void shouldNotReportSuccessWhenOneNameserverIsDown() {
        String one = cluster.nameServerAddresses().get(0);
        java.io.StringWriter out = new java.io.StringWriter();
        java.io.StringWriter err = new java.io.StringWriter();
        int status = Mqadmin.run(
                new java.io.PrintWriter(out, true),
                new java.io.PrintWriter(err, true),
                "updateKvConfig",
                "-s",
                "space",
                "-k",
                "half",
                "-v",
                "v",
                "-n",
                one + ";127.0.0.1:1");
        assertThat(status).isEqualTo(1);
        assertThat(err.toString().lines()).singleElement().asString().contains("127.0.0.1:1");
        assertThat(out.toString()).isEmpty();
    }
}
