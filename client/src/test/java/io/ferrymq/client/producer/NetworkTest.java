package io.ferrymq.client.producer;

import static io.ferrymq.client.testing.Producers.message;
import static io.ferrymq.client.testing.Producers.sendAsync;
import static io.ferrymq.client.testing.Producers.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ferrymq.client.testing.BlackHole;
import io.ferrymq.client.testing.Producers;
import io.ferrymq.client.testing.StubBroker;
import io.ferrymq.client.testing.StubNameServer;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.exception.RemotingTooMuchRequestException;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NetworkTest {
    private final List<AutoCloseable> open = new ArrayList<>();

    private <T extends AutoCloseable> T use(T resource) {
        open.add(0, resource);
        return resource;
    }

    private DefaultMQProducer producer(String nameServers) throws Exception {
        DefaultMQProducer producer = started(nameServers);
        open.add(0, producer::shutdown);
        return producer;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    @Test
    @DisplayName("UP-013: nameserver and broker at IPv6 addresses")
    void up013_ipv6AddressesWork() throws Exception {
        InetAddress host = InetAddress.getByName("::1");
        assumeTrue(NetworkInterface.getByInetAddress(host) != null, "this machine has no IPv6");
        StubBroker broker = use(new StubBroker(host));
        StubNameServer names = use(new StubNameServer(host).route("T", 4, "a", broker.address()));
        DefaultMQProducer producer = producer(names.address());
        assertThat(broker.address()).startsWith("[0:0:0:0:0:0:0:1]:");
        assertThat(producer.send(message("T")).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
    }

    @Test
    @DisplayName("UP-012: a broker that registers by name is resolved at each connect")
    void up012_brokersMayRegisterByName() throws Exception {
        StubBroker broker = use(new StubBroker());
        String byName = broker.address().replace("127.0.0.1", "localhost");
        StubNameServer names = use(new StubNameServer().route("T", 4, "a", byName));
        assertThat(producer(names.address()).send(message("T")).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
    }

    @Test
    @DisplayName("UP-017: a failed connect refreshes the route at once, so a broker that moved is found again")
    void up017_aBrokerThatMovedIsFoundAtTheFirstFailure() throws Exception {
        StubBroker before = use(new StubBroker());
        StubBroker after = use(new StubBroker());
        StubNameServer names = use(new StubNameServer().route("T", 4, "a", before.address()));
        DefaultMQProducer producer = producer(names.address());
        producer.send(message("T"));

        before.server().stop();
        names.route("T", 4, "a", after.address());

        assertThat(producer.send(message("T"), 20_000).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        assertThat(after.sends()).isEqualTo(1);
    }

    @Test
    @DisplayName("UP-017: a broker that vanished without a word is found where its route says next")
    void up017_aSilentBrokerIsLookedForAgain() throws Exception {
        StubBroker before = use(new StubBroker());
        StubBroker after = use(new StubBroker());
        StubNameServer names = use(new StubNameServer().route("T", 4, "a", before.address()));
        DefaultMQProducer producer = producer(names.address());
        producer.send(message("T"));
        before.silent();
        names.route("T", 4, "a", after.address());
        producer.setSendMsgMaxTimeoutPerRequest(300);

        assertThat(producer.send(message("T"), 20_000).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        assertThat(after.sends()).isEqualTo(1);
    }

    @Test
    @DisplayName("UP-017: a connection over which nothing comes any more is given up, with the reason")
    void up017_aSilentConnectionIsGivenUp() throws Exception {
        StubBroker broker = use(new StubBroker());
        StubNameServer names = use(new StubNameServer().route("T", 4, "a", broker.address()));
        DefaultMQProducer producer = producer(names.address());
        MessageQueue queue = new MessageQueue("T", "a", 0);
        producer.send(message("T"), queue);
        broker.silent();
        CompletableFuture<SendResult> patient = new CompletableFuture<>();
        producer.send(message("T"), queue, Producers.callback(patient), 60_000);

        await().atMost(Duration.ofSeconds(30)).until(() -> {
            assertThatThrownBy(() -> producer.send(message("T"), queue, 200)).isInstanceOf(RemotingException.class);
            return patient.isDone();
        });

        assertThatThrownBy(patient::get)
                .hasMessageContaining("closed while waiting for the answer, by this side: calls are not answered, and"
                        + " nothing came for");
        broker.storing();
        assertThat(producer.send(message("T"), queue).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
    }

    @Test
    @DisplayName(
            "UP-050: calls that time out at a broker that only pauses, or is late, do not end others that wait for it")
    void up050_impatientCallsDoNotEndPatientOnes() throws Exception {
        StubBroker broker = use(new StubBroker());
        StubNameServer names = use(new StubNameServer().route("T", 4, "a", broker.address()));
        DefaultMQProducer producer = producer(names.address());
        MessageQueue queue = new MessageQueue("T", "a", 0);
        producer.send(message("T"), queue);
        List<Runnable> answers = new CopyOnWriteArrayList<>();
        broker.with((context, header) -> answers.add(() -> broker.answer(context, header, ResponseCode.SUCCESS)));
        CompletableFuture<SendResult> patient = new CompletableFuture<>();
        producer.send(message("T"), queue, Producers.callback(patient), 60_000);
        await().until(() -> answers.size() == 1);

        // Each answer but the first comes when its call has timed out.
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
        while (System.nanoTime() < endNanos) {
            assertThatThrownBy(() -> producer.send(message("T"), queue, 200)).isInstanceOf(RemotingException.class);
            answers.remove(answers.size() - 1).run();
        }

        assertThat(patient).isNotDone();
        answers.get(0).run();
        assertThat(patient.get(30, TimeUnit.SECONDS).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        assertThat(broker.server().connections()).hasSize(1);
    }

    @Test
    @DisplayName("UP-020: when the nameserver list changes, connections to removed servers are closed before the next"
            + " request")
    void up020_removedNameServersAreLeftAtOnce() throws Exception {
        StubBroker broker = use(new StubBroker());
        StubNameServer old = use(new StubNameServer().route("T", 4, "a", broker.address()));
        StubNameServer fresh = use(new StubNameServer().route("T", 4, "a", broker.address()));
        fresh.route("U", 4, "a", broker.address());
        DefaultMQProducer producer = producer(old.address());
        producer.send(message("T"));
        assertThat(old.server().connections()).hasSize(1);

        producer.updateNameServerAddress(fresh.address());

        producer.send(message("U"));
        await().untilAsserted(() -> assertThat(old.server().connections()).isEmpty());
        int questions = old.questions();
        producer.fetchPublishMessageQueues("T");
        assertThat(old.questions()).isEqualTo(questions);
    }

    @Test
    @DisplayName("UP-020: lists are swapped under load without one failed send")
    void up020_swappingListsUnderLoadFailsNoSend() throws Exception {
        StubBroker broker = use(new StubBroker().forgetful());
        StubNameServer one = use(new StubNameServer());
        StubNameServer two = use(new StubNameServer());
        for (int i = 0; i < 200; i++) {
            one.route("T" + i, 4, "a", broker.address());
            two.route("T" + i, 4, "a", broker.address());
        }
        DefaultMQProducer producer = producer(one.address());
        for (int i = 0; i < 200; i++) {
            CompletableFuture<SendResult> send = sendAsync(producer, message("T" + i), 20_000);
            producer.updateNameServerAddress((i % 2 == 0 ? two : one).address());
            assertThat(send.get(20, TimeUnit.SECONDS).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        }
    }

    @Test
    @DisplayName("UP-025: one of two nameservers that does not answer costs no send")
    void up025_oneNameServerDownFailsNoSend() throws Exception {
        StubBroker broker = use(new StubBroker());
        StubNameServer up = use(new StubNameServer().route("T", 4, "a", broker.address()));
        BlackHole down = use(new BlackHole());
        DefaultMQProducer producer =
                started(down.address() + ";" + up.address(), settings -> settings.setMqClientApiTimeout(3_000));
        open.add(0, producer::shutdown);
        assertThat(producer.send(message("T"), 20_000).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
    }

    @Test
    @DisplayName("UP-025: nor does it cost a send to a topic that has to be created")
    void up025_oneNameServerDownFailsNoSendToANewTopic() throws Exception {
        StubBroker broker = use(new StubBroker());
        StubNameServer up = use(new StubNameServer().route("TBW102", 4, "a", broker.address()));
        BlackHole down = use(new BlackHole());
        // With its default times; each producer asks the two in an order of its own.
        for (int i = 0; i < 4; i++) {
            DefaultMQProducer producer = producer(down.address() + ";" + up.address());
            assertThat(producer.send(message("New")).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
            long startNanos = System.nanoTime();
            for (int topic = 0; topic < 5; topic++) {
                assertThat(producer.send(message("New" + topic)).getSendStatus())
                        .isEqualTo(SendStatus.SEND_OK);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
                    .as("a server that is known not to answer is not waited for")
                    .isLessThan(Duration.ofSeconds(2));
        }
    }

    @Test
    @DisplayName("UP-028: a broker that hangs does not delay the others")
    void up028_aBlackHoledBrokerDoesNotDelayTheOthers() throws Exception {
        StubBroker a = use(new StubBroker());
        StubBroker b = use(new StubBroker());
        BlackHole hole = use(new BlackHole());
        StubNameServer names =
                use(new StubNameServer().route("T", 2, "a", a.address(), "b", b.address(), "hole", hole.address()));
        DefaultMQProducer producer = producer(names.address());
        CompletableFuture<SendResult> hanging = new CompletableFuture<>();
        producer.send(message("T"), new MessageQueue("T", "hole", 0), Producers.callback(hanging), 8_000);
        producer.send(message("T"), new MessageQueue("T", "a", 0));

        long worstNanos = 0;
        for (int i = 0; i < 200; i++) {
            long startNanos = System.nanoTime();
            producer.send(message("T"), new MessageQueue("T", i % 2 == 0 ? "a" : "b", 0));
            worstNanos = Math.max(worstNanos, System.nanoTime() - startNanos);
        }
        assertThat(hanging).isNotDone();
        assertThat(TimeUnit.NANOSECONDS.toMillis(worstNanos)).isLessThan(1_000);
    }

    @Test
    @DisplayName("UP-029: a hundred threads that send first at the same moment all succeed over one connection")
    void up029_manyFirstSendsShareOneConnection() throws Exception {
        StubBroker broker = use(new StubBroker());
        StubNameServer names = use(new StubNameServer().route("T", 4, "a", broker.address()));
        DefaultMQProducer producer = producer(names.address());
        ExecutorService threads = Executors.newFixedThreadPool(100);
        CountDownLatch ready = new CountDownLatch(100);
        List<Future<SendResult>> sends = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            sends.add(threads.submit(() -> {
                ready.countDown();
                ready.await();
                return producer.send(message("T"), 20_000);
            }));
        }
        for (Future<SendResult> send : sends) {
            assertThat(send.get(30, TimeUnit.SECONDS).getSendStatus()).isEqualTo(SendStatus.SEND_OK);
        }
        threads.shutdown();
        assertThat(broker.server().connections()).hasSize(1);
        assertThat(names.questions()).isLessThan(100);
    }

    @Test
    @DisplayName(
            "UP-030: shutdown with a thousand sends in flight and brokers dying returns within 5 s, and each callback"
                    + " is called once")
    void up030_shutdownWithSendsInFlightReturns() throws Exception {
        for (int round = 0; round < 5; round++) {
            StubBroker silent = new StubBroker().forgetful().silent();
            StubNameServer names = new StubNameServer().route("T", 4, "a", silent.address());
            DefaultMQProducer producer = started(names.address());
            List<CompletableFuture<SendResult>> sends = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                sends.add(sendAsync(producer, message("T"), 30_000));
            }
            if (round % 2 == 1) {
                silent.server().stop();
            }
            long startNanos = System.nanoTime();
            producer.shutdown();
            assertThat(System.nanoTime() - startNanos).isLessThan(TimeUnit.SECONDS.toNanos(5));
            for (CompletableFuture<SendResult> send : sends) {
                assertThat(send)
                        .failsWithin(10, TimeUnit.SECONDS)
                        .withThrowableOfType(java.util.concurrent.ExecutionException.class);
            }
            names.close();
            silent.close();
        }
    }

    @Test
    @DisplayName("UP-049: failed and timed out sends give their permits back")
    void up049_permitsComeBack() throws Exception {
        StubBroker broker = use(new StubBroker().forgetful());
        StubNameServer names = use(new StubNameServer().route("T", 4, "a", broker.address()));
        DefaultMQProducer producer = started(names.address(), settings -> {
            settings.setEnableBackpressureForAsyncMode(true);
            settings.setBackPressureForAsyncSendNum(10);
        });
        open.add(0, producer::shutdown);
        broker.with((context, header) -> {
            if (broker.sends() % 3 != 0) {
                broker.answer(context, header, 0);
            }
        });
        List<CompletableFuture<SendResult>> sends = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            sends.add(sendAsync(producer, message("T"), 300));
        }
        for (CompletableFuture<SendResult> send : sends) {
            await().until(send::isDone);
        }
        broker.storing();
        for (int i = 0; i < 30; i++) {
            assertThat(sendAsync(producer, message("T"), 20_000).get(20, TimeUnit.SECONDS))
                    .isNotNull();
        }
    }

    @Test
    void shouldMakeOnewaySendersWaitRatherThanLoseWhatABrokerDoesNotTake() throws Exception {
        try (ServerSocket broker = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            StubNameServer names = use(new StubNameServer().route("T", 1, "a", "127.0.0.1:" + broker.getLocalPort()));
            DefaultMQProducer producer = producer(names.address());
            byte[] body = new byte[1 << 20];
            new Random(1).nextBytes(body);
            producer.setCompressMsgBodyOverHowmuch(Integer.MAX_VALUE);
            producer.fetchPublishMessageQueues("T");
            producer.setSendMsgTimeout(300);
            AtomicInteger taken = new AtomicInteger();
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 200; i++) {
                            producer.sendOneway(new Message("T", body));
                            taken.incrementAndGet();
                        }
                    })
                    .isInstanceOf(RemotingTooMuchRequestException.class)
                    .hasMessageContaining("no room for another within 300 ms");
            try (Socket connection = broker.accept()) {
                // The broker takes again: all that was accepted arrives, and more is taken.
                long bytes = (long) (taken.get() + 1) * body.length;
                CompletableFuture<Void> read = CompletableFuture.runAsync(() -> {
                    try {
                        connection.getInputStream().skipNBytes(bytes);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                await().ignoreExceptions().until(() -> {
                    producer.sendOneway(new Message("T", body));
                    return true;
                });
                assertThat(read).succeedsWithin(30, TimeUnit.SECONDS);
            }
        }
    }
}
