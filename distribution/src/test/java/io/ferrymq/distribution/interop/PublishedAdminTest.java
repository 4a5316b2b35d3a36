package io.ferrymq.distribution.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.distribution.LocalCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The published mqadmin 5.5.0, unmodified, against our servers. The steps build on one another, as an operator's do. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PublishedAdminTest {
    private static final String TOPIC = "AdminOrders";
    private static final String GROUP = "admin-group";

    @TempDir
    static Path folder;

    private static LocalCluster servers;
    private static Peer peer;

    @BeforeAll
    static void start() throws Exception {
        servers = LocalCluster.start(folder, LocalCluster.BROKER);
        peer = Peer.client("5.5.0", "JSON");
    }

    @AfterAll
    static void stop() throws Exception {
        peer.close();
        servers.close();
    }

    private static AbstractStringAssert<?> mqadmin(String... line) {
        List<String> args = new ArrayList<>(Arrays.asList(line));
        args.add("-n");
        args.add(servers.nameServerAddress());
        String printed = peer.mqadmin(folder, args.toArray(new String[0]));
        return assertThat(printed).as(String.join(" ", line)).doesNotContain("Exception");
    }

    @Test
    @Order(1)
    void shouldCreateAndShowTopics() {
        mqadmin("updateTopic", "-c", LocalCluster.CLUSTER, "-t", TOPIC, "-r", "4", "-w", "4")
                .contains("create topic to " + servers.brokerAddress());
        mqadmin("updateTopic", "-b", servers.brokerAddress(), "-t", TOPIC + "-b", "-r", "1", "-w", "1")
                .contains("success");
        mqadmin("topicList").contains(TOPIC);
        mqadmin("topicList", "-c").contains(TOPIC);
        mqadmin("topicRoute", "-t", TOPIC).contains("\"writeQueueNums\":4", servers.brokerAddress());
        mqadmin("topicClusterList", "-t", TOPIC).contains(LocalCluster.CLUSTER);
        mqadmin("updateTopicPerm", "-c", LocalCluster.CLUSTER, "-t", TOPIC, "-p", "6")
                .doesNotContain("null");
    }

    @Test
    @Order(2)
    void shouldSendAndFindMessages() {
        mqadmin("sendMessage", "-t", TOPIC, "-p", "one parcel", "-k", "key-1", "-c", "express")
                .contains("SEND_OK");
        String ids = peer.run("send", servers.nameServerAddress(), TOPIC, "sync", 20, "m")
                .get(0);
        mqadmin("topicStatus", "-t", TOPIC).contains("broker-a", "#Max Offset");
        mqadmin("queryMsgByKey", "-t", TOPIC, "-k", "m3").contains("#Message ID");
        mqadmin("queryMsgByUniqueKey", "-t", TOPIC, "-i", ids).contains("m0", TOPIC);
        mqadmin("queryMsgById", "-t", TOPIC, "-i", ids).contains(TOPIC);
        mqadmin("queryMsgByOffset", "-t", TOPIC, "-b", LocalCluster.BROKER, "-i", "0", "-o", "0")
                .contains("Queue Offset:");
        mqadmin("printMsg", "-t", TOPIC, "-d", "true").contains("MSGID");
        mqadmin("consumeMessage", "-t", TOPIC, "-g", GROUP).contains("MSGID");
        mqadmin("checkMsgSendRT", "-t", TOPIC, "-a", "5").contains("Avg RT");
    }

    @Test
    @Order(3)
    void shouldShowClusterBrokerAndNameserver() {
        mqadmin("clusterList").contains(LocalCluster.CLUSTER, LocalCluster.BROKER, servers.brokerAddress());
        mqadmin("clusterList", "-m").contains("#InTotalYest");
        mqadmin("brokerStatus", "-b", servers.brokerAddress())
                .contains("putTps", "brokerVersionDesc", "commitLogMaxOffset");
        mqadmin("getBrokerConfig", "-b", servers.brokerAddress()).contains("brokerName", "flushDiskType");
        mqadmin("updateBrokerConfig", "-b", servers.brokerAddress(), "-k", "autoCreateTopicEnable", "-v", "false")
                .contains("success");
        mqadmin("getBrokerConfig", "-b", servers.brokerAddress())
                .containsPattern("autoCreateTopicEnable\\s+=\\s*false");
        mqadmin("updateBrokerConfig", "-b", servers.brokerAddress(), "-k", "autoCreateTopicEnable", "-v", "true")
                .contains("success");
        mqadmin("getNamesrvConfig").contains("listenPort");
        mqadmin("updateKvConfig", "-s", "space", "-k", "k", "-v", "v").contains("success");
        mqadmin("deleteKvConfig", "-s", "space", "-k", "k").contains("success");
        mqadmin("wipeWritePerm", "-b", LocalCluster.BROKER).contains("OK");
        mqadmin("addWritePerm", "-b", LocalCluster.BROKER).contains("OK");
        mqadmin("statsAll").contains("#Topic");
    }

    @Test
    @Order(4)
    void shouldHandleGroups() {
        mqadmin("updateSubGroup", "-c", LocalCluster.CLUSTER, "-g", GROUP, "-r", "3")
                .contains("success", "retryMaxTimes=3");
        peer.run("push", servers.nameServerAddress(), TOPIC, GROUP, "*", 20);
        mqadmin("consumerProgress", "-g", GROUP).contains(TOPIC, "Consume Diff Total");
        mqadmin("consumerProgress").contains("#Group");
        mqadmin("resetOffsetByTime", "-g", GROUP, "-t", TOPIC, "-s", "0").contains("#offset");
        mqadmin("updateSubGroup", "-c", LocalCluster.CLUSTER, "-g", GROUP + "-2")
                .contains("success");
        mqadmin("cloneGroupOffset", "-s", GROUP, "-d", GROUP + "-2", "-t", TOPIC, "-o", "true")
                .contains("success");
        mqadmin("brokerConsumeStats", "-b", servers.brokerAddress()).contains("Diff Total");
        mqadmin("allocateMQ", "-t", TOPIC, "-i", "192.0.2.1,192.0.2.2").contains("192.0.2.2");
        mqadmin("deleteSubGroup", "-c", LocalCluster.CLUSTER, "-g", GROUP).contains("success");
        mqadmin("deleteTopic", "-c", LocalCluster.CLUSTER, "-t", TOPIC)
                .contains("delete topic [" + TOPIC + "] from NameServer success");
        mqadmin("topicList").doesNotContain(TOPIC + System.lineSeparator());
    }
}
