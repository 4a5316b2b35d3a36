package io.ferrymq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.distribution.LocalCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class TopicCommandsTest {
    @TempDir
    static Path folder;

    private static final String BROKER = "broker-cli";

    private static LocalCluster cluster;
    private static AdminShell mqadmin;

    @BeforeAll
    static void start() throws Exception {
        cluster = LocalCluster.withNameServers(folder, 2);
        cluster.startBroker(BROKER);
        mqadmin = new AdminShell(cluster);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static String create(String topic, String... more) {
        List<String> args =
                new ArrayList<>(List.of("-b", cluster.brokerAddress(BROKER), "-t", topic, "-r", "2", "-w", "3"));
        args.addAll(List.of(more));
        mqadmin.lines("updateTopic", args.toArray(new String[0]));
        return topic;
    }

    @Test
    void shouldCreateATopicEverywhere() {
        assertThat(mqadmin.lines("updateTopic", "-c", LocalCluster.CLUSTER, "-t", "Made", "-r", "2", "-w", "3"))
                .containsExactly(
                        "create topic to " + cluster.brokerAddress(BROKER) + " success.",
                        "TopicConfig [topicName=Made, readQueueNums=2, writeQueueNums=3, perm=RW-, "
                                + "topicFilterType=SINGLE_TAG, topicSysFlag=0, order=false, attributes={}]");
        assertThat(mqadmin.lines("topicList")).contains("Made");
    }

    @Test
    void shouldShowTheQueuesOfATopic() {
        create("Shown");
        assertThat(mqadmin.lines("topicStatus", "-t", "Shown"))
                .startsWith(
                        "#Broker Name                      #QID  #Min Offset           #Max Offset             #Last Updated",
                        "broker-cli                        0     0                     0                       ",
                        "broker-cli                        1     0                     0                       ",
                        "broker-cli                        2     0                     0                       ",
                        "",
                        "Topic Put TPS: 0.0");
        JsonNode status = mqadmin.json("topicStatus", "-t", "Shown");
        assertThat(status.get("queues")).hasSize(3);
        assertThat(status.get("queues").get(0).get("brokerName").asString()).isEqualTo("broker-cli");
    }

    @Test
    @DisplayName("UP-210: topicStatus shows whether a topic is ordered, its type and its permissions")
    void up210_showsWhatATopicIs() {
        create("Fifo", "-o", "true", "-a", "+message.type=FIFO");
        assertThat(mqadmin.lines("topicStatus", "-t", "Fifo"))
                .last()
                .asString()
                .startsWith("broker-cli: TopicConfig [topicName=Fifo,")
                .contains("perm=RW-", "order=true", "message.type=FIFO");
        assertThat(mqadmin.json("topicStatus", "-t", "Fifo")
                        .get("configs")
                        .get("broker-cli")
                        .get("order")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void shouldFailOnAnUnknownTopic() {
        for (String command : List.of("topicStatus", "topicRoute", "topicClusterList", "statsAll")) {
            assertThat(mqadmin.run(command, "-t", "Nowhere").failure())
                    .startsWith(command + ": topic 'Nowhere' is unknown to the nameserver ");
        }
        assertThat(mqadmin.run("allocateMQ", "-t", "Nowhere", "-i", "a").failure())
                .contains("'Nowhere'");
    }

    @Test
    void shouldNotCutLongNames() {
        String longest = "T".repeat(127);
        create(longest);
        assertThat(mqadmin.lines("statsAll", "-t", longest)).anyMatch(line -> line.startsWith(longest + " "));
        assertThat(mqadmin.lines("topicList")).contains(longest);
    }

    @Test
    void shouldListTheClustersOfATopic() {
        create("Somewhere");
        assertThat(mqadmin.lines("topicClusterList", "-t", "Somewhere")).containsExactly(LocalCluster.CLUSTER);
        assertThat(mqadmin.json("topicClusterList", "-t", "Somewhere").get(0).asString())
                .isEqualTo(LocalCluster.CLUSTER);
    }

    @Test
    void shouldChangeNothingButThePermission() {
        create("Perm", "-o", "true");
        String address = cluster.brokerAddress(BROKER);
        assertThat(mqadmin.lines("updateTopicPerm", "-c", LocalCluster.CLUSTER, "-t", "Perm", "-p", "4"))
                .first()
                .isEqualTo("update topic perm from 6 to 4 in " + address + " success.");
        assertThat(mqadmin.lines("updateTopicPerm", "-b", address, "-t", "Perm", "-p", "4"))
                .containsExactly("new perm equals to the old one!");
        assertThat(mqadmin.lines("topicStatus", "-t", "Perm"))
                .last()
                .asString()
                .contains("readQueueNums=2, writeQueueNums=3, perm=R--", "order=true");
        assertThat(mqadmin.run("updateTopicPerm", "-b", address, "-t", "Nowhere", "-p", "4")
                        .failure())
                .contains("'Nowhere' is unknown to " + address);
        assertThat(mqadmin.run("updateTopicPerm", "-b", address, "-t", "Perm", "-p", "9")
                        .failure())
                .contains("9");
    }

    @Test
    void shouldDeleteATopicAndItsOrderConfiguration() {
        create("Gone", "-o", "true");
        assertThat(mqadmin.lines("updateOrderConf", "-t", "Gone", "-m", "get"))
                .containsExactly("get orderConf success. topic=[Gone], orderConf=[broker-cli:3] ");
        assertThat(mqadmin.lines("deleteTopic", "-c", LocalCluster.CLUSTER, "-t", "Gone"))
                .containsExactly(
                        "delete topic [Gone] from cluster [DefaultCluster] success.",
                        "delete topic [Gone] from NameServer success.");
        assertThat(mqadmin.lines("topicList")).doesNotContain("Gone");
        assertThat(mqadmin.run("updateOrderConf", "-t", "Gone", "-m", "get").failure())
                .isEqualTo("updateOrderConf: topic 'Gone' has no order configuration");
        assertThat(mqadmin.lines("deleteTopic", "-c", LocalCluster.CLUSTER, "-t", "Gone"))
                .first()
                .isEqualTo("topic [Gone] was not in cluster [DefaultCluster].");
    }

    @Test
    void shouldNotDeleteWhatIsNotTheUsers() {
        assertThat(mqadmin.run("deleteTopic", "-c", LocalCluster.CLUSTER, "-t", "SCHEDULE_TOPIC_XXXX")
                        .failure())
                .contains("SCHEDULE_TOPIC_XXXX", "system topic");
        assertThat(mqadmin.run("deleteTopic", "-c", "Elsewhere", "-t", "T").failure())
                .isEqualTo("deleteTopic: cluster 'Elsewhere' is unknown; there are: [DefaultCluster]");
    }

    @Test
    void shouldKeepOrderConfigurationAtEveryNameserver() {
        create("Ordered");
        assertThat(mqadmin.lines("updateOrderConf", "-t", "Ordered", "-m", "put", "-v", "broker-cli:2"))
                .first()
                .isEqualTo("update orderConf success. topic=[Ordered], orderConf=[broker-cli:2]");
        assertThat(mqadmin.run("updateOrderConf", "-t", "Ordered", "-m", "put", "-v", "2")
                        .failure())
                .contains("broker-a:8", "'2'");
        assertThat(mqadmin.lines("updateOrderConf", "-t", "Ordered", "-m", "delete"))
                .containsExactly("delete orderConf success. topic=[Ordered]");
    }

    @Test
    void shouldKnowABrokerByAnotherAddressThanItRegisters() {
        String registered = cluster.brokerAddress(BROKER);
        String another = registered.replace("127.0.0.1", "localhost");
        assertThat(another).isNotEqualTo(registered);
        assertThat(mqadmin.lines("updateTopic", "-b", another, "-t", "Nearby", "-r", "2", "-w", "3", "-o", "true"))
                .contains("create topic to " + another + " success.")
                .anySatisfy(line -> assertThat(line).contains("orderConf=[" + BROKER + ":3]"));
        assertThat(mqadmin.lines("updateTopicPerm", "-b", another, "-t", "Nearby", "-p", "4"))
                .first()
                .isEqualTo("update topic perm from 6 to 4 in " + another + " success.");
    }

    @Test
    void shouldSayWhereOrderConfigurationIsNotShownToProducers() {
        String[] put = {"-t", "Hidden", "-m", "put", "-v", "broker-cli:2"};
        create("Hidden");
        List<String> lines = mqadmin.lines("updateOrderConf", put);
        List<String> notes = lines.subList(1, lines.size());
        assertThat(notes).hasSize(2).allSatisfy(note -> assertThat(note)
                .contains("producers do not see it yet", "orderMessageEnable=false", "mqadmin updateNamesrvConfig -n"));
        List<String> changes = notes.stream()
                .map(note -> note.substring(note.indexOf(" -n ") + 1))
                .toList();
        try {
            changes.forEach(change -> mqadmin.lines("updateNamesrvConfig", change.split(" ")));
            assertThat(mqadmin.lines("updateOrderConf", put)).hasSize(1);
        } finally {
            changes.forEach(change -> mqadmin.lines(
                    "updateNamesrvConfig", change.replace("true", "false").split(" ")));
        }
    }

    @Test
    void shouldAllocateQueuesAsConsumersWould() {
        create("Shared", "-r", "3");
        JsonNode result = mqadmin.json("allocateMQ", "-t", "Shared", "-i", "10.0.0.2,10.0.0.1")
                .get("result");
        assertThat(result.get("10.0.0.1")).hasSize(2);
        assertThat(result.get("10.0.0.1").get(1).get("queueId").asInt()).isEqualTo(1);
        assertThat(result.get("10.0.0.2").get(0).get("queueId").asInt()).isEqualTo(2);
    }

    @Test
    void shouldShowRatesOfTopics() {
        create("Rated");
        List<String> lines = mqadmin.lines("statsAll", "-t", "Rated");
        assertThat(lines.get(0))
                .isEqualTo("#Topic" + " ".repeat(58) + "  #Consumer Group" + " ".repeat(49)
                        + " #Accumulation      #InTPS     #OutTPS   #InMsg24Hour  #OutMsg24Hour");
        assertThat(lines.get(1))
                .startsWith("Rated ")
                .endsWith("0        0.00                          0    NO_CONSUMER");
        assertThat(mqadmin.lines("statsAll", "-a", "-t", "Rated")).hasSize(1);
    }
}
