package io.ferrymq.distribution.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.common.message.Message;
import io.ferrymq.distribution.LinkProxy;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.LogFiles;
import io.ferrymq.namesrv.NameServer;
import io.ferrymq.namesrv.NamesrvConfig;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.KVTable;
import io.ferrymq.remoting.protocol.header.GetMaxOffsetRequestHeader;
import io.ferrymq.remoting.protocol.header.OffsetResponseHeader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classic HA protocol between ours and the published broker 5.5.0, in both directions: the copy is the same byte for byte. */
class PeerReplicationTest {
    private static final Duration WAIT_MAX = Duration.ofSeconds(90);
    private static final String TOPIC = "Copied";
    private static final int FILE_BYTES = 16 << 20;
    private static final int BODY_BYTES = 200_000;
    private static final int BODIES_IN_A_FILE = FILE_BYTES / BODY_BYTES;

    @TempDir
    Path folder;

    private LocalCluster ours;
    private int sent;

    private void send(DefaultMQProducer producer, int count) throws Exception {
        byte[] body = new byte[BODY_BYTES];
        for (int i = 0; i < count; i++) {
            new Random(sent).nextBytes(body);
            SendResult result = producer.send(new Message(TOPIC, "tag", "key" + sent, body));
            assertThat(result.getSendStatus()).isEqualTo(SendStatus.SEND_OK);
            sent++;
        }
    }

    private long logEnd(String broker) {
        Reply reply = ours.callAt(broker, Request.of(RequestCode.GET_BROKER_RUNTIME_INFO));
        // Their broker refuses the question now and then while it starts.
        return reply.code() != ResponseCode.SUCCESS
                ? -1
                : Long.parseLong(
                        Json.decode(reply.body(), KVTable.class).table().get("commitLogMaxOffset"));
    }

    private long messagesAt(String broker) {
        return ours.callAt(
                        broker, Request.of(RequestCode.GET_MAX_OFFSET, new GetMaxOffsetRequestHeader(TOPIC, 0, true)))
                .header(OffsetResponseHeader.class)
                .offset();
    }

    private long awaitCopied(String master, String slave) {
        await("the master tells the end of its log").until(() -> logEnd(master) >= 0);
        long end = logEnd(master);
        await("the slave's log reaches " + end).atMost(WAIT_MAX).until(() -> logEnd(slave) == end);
        await("the slave has put " + sent + " messages into its queue")
                .atMost(WAIT_MAX)
                .until(() -> messagesAt(slave) == sent);
        return end;
    }

    @Test
    void shouldFollowTheirMaster() throws Exception {
        try (LocalCluster cluster = LocalCluster.withNameServers(folder, 1);
                PeerServers peer = new PeerServers(folder)) {
            ours = cluster;
            Path theirStore = folder.resolve("theirs");
            peer.startBroker(
                    ours.nameServerAddress(),
                    theirStore,
                    "brokerName=" + LocalCluster.BROKER,
                    "brokerClusterName=" + LocalCluster.CLUSTER);
            ours.createTopicAt(peer.broker(), TOPIC, 1);
            await().atMost(WAIT_MAX).until(() -> ours.route(TOPIC).isPresent());
            DefaultMQProducer producer = ours.producer();
            String slave = LocalCluster.slaveOf(LocalCluster.BROKER, 1);

            send(producer, BODIES_IN_A_FILE + 10);
            // Empty, on a master with history; where it is, their registration at our nameserver told.
            ours.startSlave(LocalCluster.BROKER, 1, Map.of());
            long end = awaitCopied(peer.broker(), ours.brokerAddress(slave));
            assertThat(LogFiles.assertCopy(theirStore, ours.store(slave), end)).isEqualTo(FILE_BYTES);

            // Away for more than a file, then through a link that breaks in the middle of a message.
            ours.stopBroker(slave);
            send(producer, BODIES_IN_A_FILE + 5);
            try (LinkProxy link = new LinkProxy(peer.haPort())) {
                link.cutAfter(3 * BODY_BYTES / 2);
                ours.startSlave(LocalCluster.BROKER, 1, Map.of("haMasterAddress", link.address()));
                end = awaitCopied(peer.broker(), ours.brokerAddress(slave));
                assertThat(link.lastEnd()).isNotNull();
                LogFiles.assertCopy(theirStore, ours.store(slave), end);
                send(producer, 3);
                awaitCopied(peer.broker(), ours.brokerAddress(slave));
            }
        }
    }

    @Test
    void shouldBeFollowedByTheirSlave() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder, LocalCluster.BROKER);
                PeerServers peer = new PeerServers(folder)) {
            ours = cluster;
            String master = ours.brokerAddress();
            ours.createTopic(TOPIC, 1);
            DefaultMQProducer producer = ours.producer();
            send(producer, BODIES_IN_A_FILE + 10);
            Path theirStore = folder.resolve("theirs");
            String haAddress = ours.broker(LocalCluster.BROKER).identity().haAddress();
            int haPort = Integer.parseInt(haAddress.substring(haAddress.lastIndexOf(':') + 1));
            // Their slave does not use a configured haMasterAddress: a nameserver of its own tells it the way through
            // the link.
            try (LinkProxy link = new LinkProxy(haPort);
                    NameServer names = NameServer.start(NamesrvConfig.embedded(folder.resolve("names")))) {
                ours.register(names.addressText(), LocalCluster.BROKER, master, link.address(), TOPIC, 1);
                peer.startBroker(
                        names.addressText(),
                        theirStore,
                        "brokerName=" + LocalCluster.BROKER,
                        "brokerClusterName=" + LocalCluster.CLUSTER,
                        "brokerRole=SLAVE",
                        "brokerId=1");
                long end = awaitCopied(master, peer.broker());
                assertThat(LogFiles.assertCopy(ours.store(LocalCluster.BROKER), theirStore, end))
                        .isEqualTo(FILE_BYTES);

                link.down(true);
                send(producer, BODIES_IN_A_FILE + 5);
                link.cutAfter(3 * BODY_BYTES / 2);
                link.down(false);
                end = awaitCopied(master, peer.broker());
                LogFiles.assertCopy(ours.store(LocalCluster.BROKER), theirStore, end);
                send(producer, 3);
                awaitCopied(master, peer.broker());
            }
        }
    }
}
