package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.message;
import static io.ferrymq.client.testing.Producers.sendAsync;
import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.SendMessageRequestHeader;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LifeTest {
    private final StubBroker broker = new StubBroker();
    private final StubNameServer names = new StubNameServer().route("T", 4, "a", broker.address());

    @AfterEach
    void stop() {
        names.close();
        broker.close();
    }

    @Test
    void shouldBeStartedOnce() throws Exception {
        DefaultMQProducer producer = started(names.address());
        assertThatThrownBy(producer::start)
                .isInstanceOf(MQClientException.class)
                .hasMessageContaining("service state not OK")
                .hasMessageContaining("RUNNING");
        producer.shutdown();
        producer.shutdown();
        assertThatThrownBy(() -> producer.send(message("T"))).hasMessageContaining("SHUTDOWN_ALREADY");
        assertThatThrownBy(producer::start).hasMessageContaining("SHUTDOWN_ALREADY");
    }

    @Test
    void shouldSayThatItIsNotStarted() {
        assertThatThrownBy(() -> new DefaultMQProducer("g").send(message("T")))
                .hasMessageContaining("call start() first");
    }

    @Test
    void shouldRefuseGroupsThatCannotBe() {
        for (String group : new String[] {"DEFAULT_PRODUCER", "a b", ""}) {
            DefaultMQProducer producer = new DefaultMQProducer(group);
            producer.setNamesrvAddr(names.address());
            assertThatThrownBy(producer::start).isInstanceOf(MQClientException.class);
        }
    }

    @Test
    void shouldRefuseASecondProducerOfAGroupInOneInstance() throws Exception {
        DefaultMQProducer first = started(names.address(), settings -> settings.setInstanceName("shared"));
        DefaultMQProducer second = new DefaultMQProducer("group");
        second.setNamesrvAddr(names.address());
        second.setInstanceName("shared");
        assertThatThrownBy(second::start).hasMessageContaining("has been created before");
        first.shutdown();
        second.start();
        second.send(message("T"));
        second.shutdown();
    }

    @Test
    void shouldShareOneInstanceUntilTheLastLeaves() throws Exception {
        DefaultMQProducer first = started(names.address(), settings -> settings.setInstanceName("two"));
        DefaultMQProducer second = started(names.address(), settings -> {
            settings.setInstanceName("two");
            settings.setProducerGroup("other");
        });
        first.send(message("T"));
        second.send(message("T"));
        assertThat(broker.server().connections()).hasSize(1);
        first.shutdown();
        second.send(message("T"));
        assertThat(broker.unregistered()).hasSize(1).allMatch(header -> header.producerGroup()
                .equals("group"));
        second.shutdown();
        await().untilAsserted(() -> assertThat(broker.server().connections()).isEmpty());
    }

    @Test
    void shouldTellBrokersAtOnceWhoIsThere() throws Exception {
        DefaultMQProducer producer = started(names.address(), settings -> settings.setTopics(java.util.List.of("T")));
        assertThat(broker.heartbeats()).isNotEmpty();
        assertThat(broker.heartbeats().get(0).producerDataSet()).singleElement().matches(data -> data.groupName()
                .equals("group"));
        producer.shutdown();
    }

    @Test
    void shouldSendAHeartbeatOverEachNewConnection() throws Exception {
        DefaultMQProducer producer = started(names.address());
        producer.send(message("T"));
        await().untilAsserted(() -> assertThat(broker.heartbeats()).isNotEmpty());
        int before = broker.heartbeats().size();
        broker.server().connections().forEach(io.ferrymq.remoting.Connection::close);
        await().untilAsserted(() -> assertThat(broker.server().connections()).isEmpty());
        producer.send(message("T"));
        await().untilAsserted(() -> assertThat(broker.heartbeats()).hasSizeGreaterThan(before));
        producer.shutdown();
    }

    @Test
    void shouldConnectWithTlsWhenTold() throws Exception {
        DefaultMQProducer producer = started(names.address(), settings -> settings.setUseTLS(true));
        assertThat(producer.send(message("T")).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        producer.shutdown();
    }

    private record Waiting(RequestContext context, SendMessageRequestHeader header) {}

    @Test
    @DisplayName("UP-051: shutdown completes the asynchronous sends that are in flight")
    void up051_shouldLetSendsUnderWayFinishBeforeItEnds() throws Exception {
        Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
        broker.with((context, header) -> waiting.add(new Waiting(context, header)));
        DefaultMQProducer producer = started(names.address());
        CompletableFuture<SendResult> send = sendAsync(producer, message("T"), 20_000);
        await().until(() -> !waiting.isEmpty());
        CompletableFuture<Void> shutdown = CompletableFuture.runAsync(producer::shutdown);
        await().untilAsserted(() ->
                assertThatThrownBy(() -> producer.send(message("T"))).hasMessageContaining("SHUTDOWN_ALREADY"));
        assertThat(send).isNotDone();
        Waiting first = waiting.remove();
        broker.answer(first.context(), first.header(), ResponseCode.SUCCESS);
        assertThat(send.get(10, TimeUnit.SECONDS).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        shutdown.get(10, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("UP-051: a send that shutdown cannot wait for ends with the reason, not with a network error")
    void up051_shouldSayThatItWasShutDownToSendsThatAreLeft() throws Exception {
        broker.silent();
        DefaultMQProducer producer = started(names.address());
        CompletableFuture<SendResult> send = sendAsync(producer, message("T"), 60_000);
        await().until(() -> broker.sends() > 0);
        producer.shutdown();
        assertThat(send)
                .failsWithin(10, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingRootCause()
                .withMessageContaining("producer shut down before the send completed, while ");
    }
}
