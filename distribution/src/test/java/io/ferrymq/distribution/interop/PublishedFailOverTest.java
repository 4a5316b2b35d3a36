package io.ferrymq.distribution.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.common.message.Message;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.body.ConsumerOffsetSerializeWrapper;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The published clients, unmodified, while our master dies and returns: they read from our slave and go on where they were. */
class PublishedFailOverTest {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final List<String> VERSIONS = List.of("4.9.8", "5.5.0");
    private static final String MASTER = LocalCluster.BROKER;
    private static final String SLAVE = LocalCluster.slaveOf(MASTER, 1);
    private static final int COUNT = 60;

    @TempDir
    private Path folder;

    private static String topic(String version) {
        return "FailOver" + version.replace('.', '_');
    }

    /** One per version: members of one group share out the queues of a topic also when only one of them subscribes it. */
    private static String group(String version) {
        return "group" + version.replace('.', '_');
    }

    private static List<String> keys(String prefix) {
        return IntStream.range(0, COUNT).mapToObj(i -> prefix + i).toList();
    }

    /** Until each is taken: the producer may not have heard yet that the master is back. */
    private static void send(DefaultMQProducer producer, String topic, List<String> keys) {
        for (String key : keys) {
            Message message = new Message(topic, "tag", key, key.getBytes(StandardCharsets.UTF_8));
            await().atMost(LONG)
                    .ignoreExceptions()
                    .until(() -> producer.send(message).getSendStatus() == SendStatus.SEND_OK);
        }
    }

    private static long messagesAtSlave(LocalCluster servers, String topic) {
        long sum = 0;
        for (int queue = 0; queue < 2; queue++) {
            Reply reply = servers.call(
                    SLAVE, Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader(topic, queue, null)));
            sum += reply.header(OffsetResponseHeader.class).offset();
        }
        return sum;
    }

    private static long consumedAt(LocalCluster servers, String broker, String version) {
        Reply reply = servers.call(broker, Request.of(RequestCode.GET_ALL_CONSUMER_OFFSET));
        return Json.decode(reply.body(), ConsumerOffsetSerializeWrapper.class)
                .offsetTable()
                .getOrDefault(topic(version) + "@" + group(version), Map.of())
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    @Test
    @Tag("soak")
    @DisplayName(
            "UP-150: published push consumers read a dead master's messages from its slave and do not get them again"
                    + " when it is back")
    void up150_shouldReadFromTheSlaveAndGoOnAtTheMaster() throws Exception {
        try (LocalCluster servers = LocalCluster.start(folder, MASTER)) {
            servers.startSlave(MASTER, 1, Map.of("stateCopyIntervalMs", "100", "slaveReadEnable", "true"));
            DefaultMQProducer producer = servers.producer();
            for (String version : VERSIONS) {
                servers.createTopic(topic(version), 2);
                send(producer, topic(version), keys("before-"));
            }
            await().atMost(LONG)
                    .until(() -> VERSIONS.stream().allMatch(v -> messagesAtSlave(servers, topic(v)) == COUNT));
            servers.stopBroker(MASTER);
            pushAll(servers, "before-");
            await().atMost(LONG).until(() -> VERSIONS.stream().allMatch(v -> consumedAt(servers, SLAVE, v) == COUNT));
            servers.startBroker(MASTER);
            for (String version : VERSIONS) {
                assertThat(consumedAt(servers, MASTER, version)).as(version).isEqualTo(COUNT);
                send(producer, topic(version), keys("after-"));
            }
            pushAll(servers, "after-");
        }
    }

    /** Both versions at once, each in a class loader of its own. */
    private static void pushAll(LocalCluster servers, String prefix) {
        List<CompletableFuture<List<String>>> consumed = VERSIONS.stream()
                .map(version -> CompletableFuture.supplyAsync(() -> push(servers, version)))
                .toList();
        for (int i = 0; i < VERSIONS.size(); i++) {
            assertThat(consumed.get(i).join()).as(VERSIONS.get(i)).containsExactlyInAnyOrderElementsOf(keys(prefix));
        }
    }

    private static List<String> push(LocalCluster servers, String version) {
        try (Peer peer = Peer.client(version, "JSON")) {
            return peer.run("push", servers.nameServerAddress(), topic(version), group(version), "*", COUNT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
