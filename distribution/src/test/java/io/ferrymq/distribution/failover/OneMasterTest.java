package io.ferrymq.distribution.failover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.client.producer.DefaultMQProducer;
import io.ferrymq.client.producer.SendCallback;
import io.ferrymq.client.producer.SendResult;
import io.ferrymq.client.producer.SendStatus;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.LocalCluster;
import io.ferrymq.distribution.failover.CountingProxy.Send;
import io.ferrymq.remoting.exception.RemotingSendRequestException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** There is one master, and the connection to it breaks while it has a message. */
class OneMasterTest {
    private static final String TOPIC = "T";

    @TempDir
    static Path folder;

    private static LocalCluster behind;
    private static LocalCluster cluster;
    private static CountingProxy proxy;
    private DefaultMQProducer producer;

    @BeforeAll
    static void startServers() throws Exception {
        behind = LocalCluster.start(folder.resolve("behind"), LocalCluster.BROKER);
        behind.createTopic(TOPIC, 8);
        cluster = LocalCluster.withNameServers(folder.resolve("front"), 1);
        proxy = new CountingProxy(behind.brokerAddress());
        cluster.register(LocalCluster.BROKER, proxy.address(), TOPIC, 8);
    }

    @AfterAll
    static void stopServers() throws Exception {
        cluster.close();
        proxy.close();
        behind.close();
    }

    @BeforeEach
    void start() throws Exception {
        producer = new DefaultMQProducer("producers");
        producer.setNamesrvAddr(cluster.nameServerAddress());
        producer.setSendMsgTimeout(20_000);
        producer.start();
        producer.send(message());
    }

    @AfterEach
    void stop() {
        producer.shutdown();
    }

    private static Message message() {
        return new Message(TOPIC, "tag", "body".getBytes(UTF_8));
    }

    private static List<Send> sendsAfter(int before) {
        List<Send> all = proxy.sends();
        return all.subList(before, all.size());
    }

    @Test
    void shouldSendAgainToAnotherQueueOfIt() throws Exception {
        for (boolean sync : new boolean[] {true, false}) {
            int before = proxy.sends().size();
            proxy.cut(2);
            SendResult result = sync ? producer.send(message()) : sendAsync().get(20, TimeUnit.SECONDS);
            assertThat(result.getSendStatus()).isEqualTo(SendStatus.SEND_OK);
            List<Send> attempts = sendsAfter(before);
            assertThat(attempts).hasSize(3);
            assertThat(attempts.get(1).queueId())
                    .isNotEqualTo(attempts.get(0).queueId())
                    .isNotEqualTo(attempts.get(2).queueId());
            assertThat(result.getMessageQueue().getQueueId())
                    .as("header and result name the queue of the attempt that was answered")
                    .isEqualTo(attempts.get(2).queueId());
        }
    }

    private CompletableFuture<SendResult> sendAsync() throws Exception {
        CompletableFuture<SendResult> end = new CompletableFuture<>();
        producer.send(message(), new SendCallback() {
            @Override
            public void onSuccess(SendResult result) {
                end.complete(result);
            }

            @Override
            public void onException(Throwable e) {
                end.completeExceptionally(e);
            }
        });
        return end;
    }

    @Test
    void shouldFailRatherThanMoveWhatHasItsQueue() {
        int before = proxy.sends().size();
        proxy.cut(1);
        assertThatThrownBy(() -> producer.send(message(), new MessageQueue(TOPIC, LocalCluster.BROKER, 3)))
                .isInstanceOf(RemotingSendRequestException.class);
        proxy.cut(1);
        assertThatThrownBy(() -> producer.send(message(), (queues, message, arg) -> queues.get(5), null))
                .isInstanceOf(RemotingSendRequestException.class);
        assertThat(sendsAfter(before)).extracting(Send::queueId).containsExactly(3, 5);
    }

    @Test
    void shouldServeThePublishedClientThatDoesSoToo() throws Exception {
        try (PublishedProducer published = new PublishedProducer(cluster.nameServerAddress(), TOPIC, Map.of())) {
            int before = proxy.sends().size();
            proxy.cut(1);
            assertThat(published.sendNow("second")).isEqualTo(LocalCluster.BROKER);
            assertThat(sendsAfter(before)).hasSize(2);
        }
    }
}
