package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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

    private static AdminFixture cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = new AdminFixture(folder);
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
        String address = cluster.broker.address();
        List<String> lines = cluster.lines("brokerStatus", "-b", address);
        assertThat(lines).isSorted().anyMatch(line -> line.startsWith("putTps                          : "));
        assertThat(cluster.lines("brokerStatus", "-c", AdminFixture.CLUSTER))
                .hasSize(lines.size())
                .anyMatch(line ->
                        line.startsWith(String.format(Locale.ROOT, "%-24s %-32s: ", address, "commitLogMaxOffset")));
        assertThat(cluster.json("brokerStatus", "-b", address).get(address).has("msgPutTotalTodayNow"))
                .isTrue();
        assertThat(cluster.run("brokerStatus", "-b", "127.0.0.1:1").failure()).contains("127.0.0.1:1");
    }

    @Test
    void shouldShowTheSettingsOfABroker() {
        String address = cluster.broker.address();
        assertThat(cluster.lines("getBrokerConfig", "-b", address))
                .startsWith("============" + address + "============")
                .contains(row("brokerName", AdminFixture.BROKER));
        assertThat(cluster.lines("getBrokerConfig", "-c", AdminFixture.CLUSTER))
                .startsWith("============Master: " + address + "============");
        JsonNode json =
                cluster.json("getBrokerConfig", "-c", AdminFixture.CLUSTER).get(0);
        assertThat(json.get("broker").get("brokerId").asInt()).isZero();
        assertThat(json.get("config").get("brokerName").asString()).isEqualTo(AdminFixture.BROKER);
    }

    @Test
    @DisplayName("UP-191, UP-192: a changed key is written alone, and the reply says that it is in force")
    void up191_up192_changesOneSetting() throws Exception {
        assertThat(cluster.lines(
                        "updateBrokerConfig", "-c", AdminFixture.CLUSTER, "-k", "autoCreateTopicEnable", "-v", "false"))
                .startsWith("update broker config success, " + cluster.broker.address())
                .last()
                .asString()
                .contains("effective now: autoCreateTopicEnable");
        assertThat(cluster.lines("getBrokerConfig", "-b", cluster.broker.address()))
                .contains(row("autoCreateTopicEnable", "false"));
        assertThat(Files.readString(cluster.brokerConf)).isEqualTo("# kept\nautoCreateTopicEnable=false\n");
    }

    @Test
    @DisplayName("UP-192: unknown keys and bad values are refused with the reason")
    void up192_refusesWhatIsNoSetting() {
        assertThat(update("fileReservedTim", "48").failure()).contains("fileReservedTim", "fileReservedTime");
        assertThat(update("fileReservedTime", "soon").failure()).contains("fileReservedTime", "'soon'");
        assertThat(update("brokerConfigPath", "/tmp/x").failure()).contains("black list");
    }

    private static AdminFixture.Done update(String key, String value) {
        return cluster.run("updateBrokerConfig", "-b", cluster.broker.address(), "-k", key, "-v", value);
    }

    @Test
    @DisplayName("UP-111: a value with blanks arrives whole, or is refused whole")
    void up111_keepsBlanksInValues() {
        AdminFixture.Done done = update("messageDelayLevel", "1s 5s 10s");
        String after = cluster.lines("getBrokerConfig", "-b", cluster.broker.address()).stream()
                .filter(line -> line.startsWith("messageDelayLevel "))
                .findFirst()
                .orElseThrow();
        if (done.status() == 0) {
            assertThat(after).endsWith("=  1s 5s 10s");
        } else {
            assertThat(done.failure()).contains("messageDelayLevel", "restart");
            assertThat(after).contains("1s 5s 10s 30s");
        }
    }

    @Test
    void shouldCleanOnRequest() {
        assertThat(cluster.lines("cleanExpiredCQ")).containsExactly("success");
        assertThat(cluster.lines("cleanUnusedTopic", "-c", AdminFixture.CLUSTER))
                .containsExactly("success");
        assertThat(cluster.lines("deleteExpiredCommitLog", "-b", cluster.broker.address()))
                .containsExactly("success");
    }

    @Test
    void shouldKeepKeyValueSettingsAtEveryNameserver() {
        assertThat(cluster.lines("updateKvConfig", "-s", "space", "-k", "key", "-v", "a value"))
                .containsExactly("create or update kv config to namespace success.");
        assertThat(cluster.lines("deleteKvConfig", "-s", "space", "-k", "key"))
                .containsExactly("delete kv config from namespace success.");
        assertThat(cluster.lines("deleteKvConfig", "-s", "space", "-k", "key"))
                .containsExactly("delete kv config from namespace success.");
    }

    @Test
    void shouldShowAndChangeTheSettingsOfNameservers() {
        List<String> addresses = cluster.nameserverAddresses();
        assertThat(cluster.lines("updateNamesrvConfig", "-k", "enableTopicList", "-v", "false"))
                .startsWith("update name server config success!" + addresses, "enableTopicList : false");
        List<String> lines = cluster.lines("getNamesrvConfig");
        assertThat(lines)
                .contains(
                        "============" + addresses.get(0) + "============",
                        "============" + addresses.get(1) + "============");
        assertThat(lines.stream().filter(row("enableTopicList", "false")::equals))
                .as("at both nameservers")
                .hasSize(2);
        assertThat(cluster.json("getNamesrvConfig")
                        .get(addresses.get(1))
                        .get("enableTopicList")
                        .asString())
                .isEqualTo("false");
        assertThat(cluster.run("updateNamesrvConfig", "-k", "noSuchKey", "-v", "1")
                        .failure())
                .contains("noSuchKey");
        assertThat(cluster.run("updateNamesrvConfig", "-k", "kvConfigPath", "-v", "/tmp/x")
                        .failure())
                .contains("black list");
    }

    @Test
    @DisplayName("UP-193: what was wiped can be given back, and a topic that was read-only stays so")
    void up193_givesWritePermissionBack() {
        cluster.lines("updateTopic", "-c", AdminFixture.CLUSTER, "-t", "ReadOnly", "-p", "4");
        cluster.lines("updateTopic", "-c", AdminFixture.CLUSTER, "-t", "Both", "-p", "6");
        List<String> wiped = cluster.lines("wipeWritePerm", "-b", AdminFixture.BROKER);
        assertThat(wiped).hasSize(2);
        assertThat(wiped.get(0))
                .startsWith("wipe write perm of broker[broker-cli] in name server["
                        + cluster.nameserverAddresses().get(0) + "] OK, ");
        assertThat(perm("Both")).isEqualTo(4);
        cluster.lines("updateTopic", "-c", AdminFixture.CLUSTER, "-t", "Other", "-p", "6");
        assertThat(perm("Both")).as("after a change of another topic").isEqualTo(4);
        assertThat(cluster.lines("addWritePerm", "-b", AdminFixture.BROKER))
                .hasSize(2)
                .allMatch(line -> line.startsWith("add write perm of broker[broker-cli] in name server["));
        assertThat(perm("Both")).isEqualTo(6);
        assertThat(perm("ReadOnly")).isEqualTo(4);
        assertThat(cluster.run("wipeWritePerm", "-b", "nobody").failure())
                .isEqualTo("wipeWritePerm: broker 'nobody' is unknown to the nameserver; there are: [broker-cli]");
    }

    private static int perm(String topic) {
        return cluster.json("topicRoute", "-t", topic)
                .get("queueDatas")
                .get(0)
                .get("perm")
                .asInt();
    }

    @Test
    void shouldNotReportSuccessWhenOneNameserverIsDown() {
        String one = cluster.nameserverAddresses().get(0);
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
